// Sends the mail that the service has queued: through a mail server, or into a folder where there is none.
import { resolve } from 'node:path'
import { defineTask, type Plugin } from 'product-configurator-service'
import { mailQueue, mailRetry, notificationPreview } from './commands.js'
import { mailExamination } from './examination.js'
import type { MailOptions } from './options.js'

export function mail(options: MailOptions): Plugin {
  let root = process.cwd()
  const placed = (): MailOptions => ('folder' in options ? { ...options, folder: resolve(root, options.folder) } : options)
  return {
    name: 'mail',
    core: '^0.1.0',
    contributes: {
      examinations: [mailExamination(placed)],
      commands: [mailQueue, mailRetry, notificationPreview],
      tasks: [
        defineTask({
          name: 'send-mail',
          description: 'Sends queued mail; what the mail server does not take is tried again later, for about a day.',
          every: 10,
          async run({ context, signal }) {
            const { sendQueued } = await import('./send.js')
            await sendQueued(context, placed(), signal)
          },
        }),
      ],
    },
    start(app) {
      root = app.config.root
    },
  }
}
