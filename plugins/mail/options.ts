// Options of the mail plugin.

/** Sender of all mail: `Blinds & Co <shop@blinds.example>`. */
interface Sender {
  readonly from: string
}

/** URL of an SMTP server: `smtps://user:password@mail.example`, or `smtp://…:587`, which uses STARTTLS if the server supports it. */
export interface MailServerOptions extends Sender {
  readonly url: string
}

/** Folder for `.eml` files, for demos and tests. Relative to the folder of the configuration file. */
export interface MailFolderOptions extends Sender {
  readonly folder: string
}

export type MailOptions = MailServerOptions | MailFolderOptions
