// Sends queued mail through an SMTP server, or writes it to a folder.
import { resolve } from 'node:path'
import { defineTask, type Plugin } from 'product-configurator-service'
import { mailQueue, mailRetry, notificationPreview } from './commands.js'
import { mailHealthCheck } from './health-check.js'
import type { MailOptions } from './options.js'

export function mail(options: MailOptions): Plugin {
  let root = process.cwd()
  const resolvedOptions = (): MailOptions =>
    'folder' in options ? { ...options, folder: resolve(root, options.folder) } : options
  return {
    name: 'mail',
    core: '^0.1.0',
    contributes: {
      healthChecks: [mailHealthCheck(resolvedOptions)],
      commands: [mailQueue, mailRetry, notificationPreview],
      tasks: [
        defineTask({
          name: 'send-mail',
          description: 'Sends queued mail. Retries rejected messages for about a day.',
          every: 10,
          async run({ context, signal }) {
            const { sendQueued } = await import('./send.js')
            await sendQueued(context, resolvedOptions(), signal)
          },
        }),
      ],
    },
    start(app) {
      root = app.config.root
    },
  }
}
