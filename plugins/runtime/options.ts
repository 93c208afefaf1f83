// Options of the runtime API: rate limits per client address.

export interface RuntimeOptions {
  /** Logins, registrations and password resets per address and minute. Default 10. */
  readonly signIns?: number
  /** Changes of carts and addresses per address and minute. Default 120. */
  readonly changes?: number
  /** Orders and quotes per address and hour. Each sends a mail to an address that the caller chooses. Default 100. */
  readonly orders?: number
  /** Started or copied configurations, and uploaded files, per address and hour. Default 10,000. */
  readonly starts?: number
  /** Started advisor conversations per address and hour. Default 60. */
  readonly conversations?: number
  /** Messages to the advisor per address and minute. Default 30. */
  readonly messages?: number
  /** Invalid payment webhooks per address and minute. Default 60. */
  readonly failedReports?: number
}
