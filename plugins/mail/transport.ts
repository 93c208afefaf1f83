// Hands a mail over: to a mail server, or into a folder.
import { constants } from 'node:fs'
import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { QueuedMail } from 'product-configurator-service'
import type { MailOptions } from './options.js'

export interface Transport {
  send(mail: QueuedMail): Promise<void>
  /** A sentence on what would take a mail now; throws where nothing would. */
  verify(): Promise<string>
  close(): void
}

/** What is said of a mail; its id is the same at every attempt, so that one that arrived twice can be told. */
function message(from: string, { id, to, subject, text, html }: QueuedMail) {
  const domain = /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    // As an object it is one address: a text could be read as a group or a list.
    to: { name: '', address: to },
    subject,
    text,
    ...(html !== undefined && { html }),
    messageId: `<svc-${id}@${domain}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Milliseconds for which a mail server is waited for; parameters of its URL that are called so come before them. */
export const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 15_000 } as const

/** True where a mail server was waited for in vain: it would be so with the next mail. */
export const isSilence = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT'

export function openTransport(options: MailOptions): Transport {
  const { from } = options
  if ('folder' in options) return intoFolder(from, options.folder)
  const server = createTransport({ ...patience, url: options.url })
  return {
    async send(mail) {
      await server.sendMail(message(from, mail))
    },
    async verify() {
      await server.verify()
      return 'The mail server lets the service in.'
    },
    close: () => server.close(),
  }
}

/** One file a mail, `000042.eml`: whole or not there. */
function intoFolder(from: string, folder: string): Transport {
  const writer = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(mail) {
      const written = await writer.sendMail(message(from, mail))
      const path = join(folder, `${String(mail.id).padStart(6, '0')}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(`${path}.part`, written.message as Buffer, { mode: 0o600 })
      await rename(`${path}.part`, path)
    },
    async verify() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await access(folder, constants.W_OK)
      return `Mails become files in ${folder}.`
    },
    close: () => writer.close(),
  }
}
