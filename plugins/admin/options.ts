// What the configuration may say about the admin.

export interface AdminOptions {
  /** Sign-ins, passwords and one-time codes that one address may try in a minute; 10 if left out. */
  readonly signIns?: number
}
