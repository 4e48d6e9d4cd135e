/** Maps the sign-in library's models to our tables and columns. */

const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;

export const sessionsTable = {
  modelName: 'sessions',
  fields: {
    ...stamps,
    userId: 'person_id',
    expiresAt: 'expires_at',
    ipAddress: 'ip_address',
    userAgent: 'user_agent',
  },
} as const;

export const verificationsTable = {
  modelName: 'verifications',
  fields: { ...stamps, expiresAt: 'expires_at' },
} as const;

export const tables = {
  user: { modelName: 'people', fields: { ...stamps, emailVerified: 'email_verified' } },
  account: {
    modelName: 'credentials',
    fields: {
      ...stamps,
      userId: 'person_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
    },
  },
} as const;

export const secondFactorTable = {
  twoFactorTable: 'second_factors',
  schema: {
    user: { fields: { twoFactorEnabled: 'second_factor' } },
    twoFactor: {
      fields: {
        userId: 'person_id',
        backupCodes: 'recovery_codes',
        failedVerificationCount: 'failures',
        lockedUntil: 'locked_until',
      },
    },
  },
} as const;

/** The provider id under which the library stores a password. */
export const passwordProvider = 'credential';
