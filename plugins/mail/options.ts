// What the configuration says about mail.

export interface MailOptions {
  /** The mail server: `smtps://user:password@mail.example`, or `smtp://…:587`, which is encrypted where the server can. */
  readonly url: string
  /** Whom the mail is from: `Blinds & Co <shop@blinds.example>`. */
  readonly from: string
}
