// Options of the admin in the configuration file.

export interface AdminOptions {
  /** Sign-ins, passwords and one-time codes that one address may try per minute. Default 10. */
  readonly signIns?: number
}
