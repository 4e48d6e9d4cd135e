/** Whether this is the demo of `npx sluice start`: only there the page names the address of its logins. */

/** Empty elsewhere. */
export const demoLoginsAddress = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="demo-logins"]')?.content ?? '';

/** Every email of a demo, none of which is sent. */
export const demoMailboxAddress = '/dev/mail';

export const isDemo = (): boolean => demoLoginsAddress() !== '';
