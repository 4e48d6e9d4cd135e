/** The addresses of the dashboard's screens. The application itself reads what comes after; see `dashboard/src/app/router.tsx`. */
export const screens = ['/', '/sign-in', '/h/*'] as const;
