// Sends the mail that the service has queued, through a mail server.
import { defineTask, type Plugin } from 'product-configurator-service'
import type { MailOptions } from './options.js'

export function mail(options: MailOptions): Plugin {
  return {
    name: 'mail',
    core: '^0.1.0',
    contributes: {
      tasks: [
        defineTask({
          name: 'send-mail',
          description: 'Sends queued mail; what the mail server does not take is tried again later, for about a day.',
          every: 10,
          async run({ context, signal }) {
            const { sendQueued } = await import('./send.js')
            await sendQueued(context, options, signal)
          },
        }),
      ],
    },
  }
}
