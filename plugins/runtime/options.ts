// What the configuration may say about the runtime API.

export interface RuntimeOptions {
  /** Logins, registrations and requests for a new password that one address may send in a minute; 10 if left out. */
  readonly signIns?: number
  /** Changes of carts and addresses that one address may send in a minute; 120 if left out. */
  readonly changes?: number
  /** Orders and quotes that one address may make in an hour, each of which writes to an e-mail address that it names; 100 if left out. */
  readonly orders?: number
  /** Configurations that one address may start or copy, and files that it may send, in an hour; 10,000 if left out. */
  readonly starts?: number
  /** Conversations with the advisor that one address may begin in an hour; 60 if left out. */
  readonly conversations?: number
  /** Messages to the advisor that one address may send in a minute; 30 if left out. */
  readonly messages?: number
  /** Reports of payment providers that one address may send in a minute without being one; 60 if left out. */
  readonly failedReports?: number
}
