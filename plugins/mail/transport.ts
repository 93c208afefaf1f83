// Delivers a message to an SMTP server or to a folder.
import { constants } from 'node:fs'
import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { type CompleteMail, createMessage, type Message } from 'product-configurator-service'

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

export interface Transport {
  /** Returns the path of the file that was written, or null if an SMTP server accepted the message. */
  send(mail: CompleteMail): Promise<string | null>
  /** Checks that messages can be delivered. Returns the finding of the health check, or throws. */
  verify(): Promise<Message>
  close(): void
}

/** Nodemailer's options of a message. The message id stays the same at every attempt, so recipients can detect a duplicate. */
function toMessage(from: string, { id, to, subject, text, html, files }: CompleteMail) {
  const domain = /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    // An object is always one address. Nodemailer would parse a string as a group or a list.
    to: { name: '', address: to },
    subject,
    text,
    ...(html !== undefined && { html }),
    attachments: files.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    })),
    messageId: `<svc-${id}@${domain}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** SMTP timeouts in milliseconds. Query parameters of the same names in the server's URL override them. */
export const smtpTimeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 15_000,
} as const

/** True if the mail server did not respond in time. The next message would time out as well. */
export const isTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT'

export function openTransport(options: MailOptions): Transport {
  const { from } = options
  if ('folder' in options) return createFolderTransport(from, options.folder)
  const server = createTransport({ ...smtpTimeouts, url: options.url })
  return {
    async send(mail) {
      await server.sendMail(toMessage(from, mail))
      return null
    },
    async verify() {
      await server.verify()
      return createMessage('checks.mailServerWorks')
    },
    close: () => server.close(),
  }
}

/** Writes one file per message, `000042.eml`. A rename makes each file appear complete. */
function createFolderTransport(from: string, folder: string): Transport {
  const writer = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(mail) {
      const composedMail = await writer.sendMail(toMessage(from, mail))
      const path = join(folder, `${String(mail.id).padStart(6, '0')}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(`${path}.part`, composedMail.message as Buffer, { mode: 0o600 })
      await rename(`${path}.part`, path)
      return path
    },
    async verify() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await access(folder, constants.W_OK)
      return createMessage('checks.mailFolderWorks', { folder })
    },
    close: () => writer.close(),
  }
}
