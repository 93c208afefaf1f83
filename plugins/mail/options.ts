// What the configuration says about mail.

/** Whom the mail is from: `Blinds & Co <shop@blinds.example>`. */
interface Sender {
  readonly from: string
}

/** A mail server: `smtps://user:password@mail.example`, or `smtp://…:587`, which is encrypted where the server can. */
export interface MailServerOptions extends Sender {
  readonly url: string
}

/** A folder in which each mail becomes a file that mail programs open; for demos and trials. Relative to the configuration's. */
export interface MailFolderOptions extends Sender {
  readonly folder: string
}

export type MailOptions = MailServerOptions | MailFolderOptions
