// Sends queued mail through an SMTP server, or writes it to a folder.
import { resolve } from 'node:path'
import {
  createMessage,
  defineTask,
  type Plugin,
  boolean,
  defineCommand,
  listQueue,
  NotFoundError,
  number,
  retryMail,
  string,
  createFault,
  defineHealthCheck,
  type HealthCheck,
  createSuccess,
} from 'product-configurator-service'
import type { SendOptions } from './send.js'
import type { MailOptions } from './transport.js'

const defaultLimit = 100

const mailQueue = defineCommand({
  name: 'svc:mail:queue',
  description: "Lists pending and failed mail with the mail server's last reply.",
  options: { limit: number('Limit', { min: 1, max: 10_000, default: defaultLimit, help: `Default ${defaultLimit}.` }) },
  examples: ['svc:mail:queue', 'svc:mail:queue --json'],
  run: ({ app, options }) => listQueue(app.context, options.limit ?? defaultLimit),
})

const mailRetry = defineCommand({
  name: 'svc:mail:retry',
  description: 'Sends a message again at the next delivery run, even if it failed.',
  positional: ['id'],
  options: { id: number('Id', { required: true, min: 1, help: 'As listed by svc:mail:queue.' }) },
  examples: ['svc:mail:retry 42'],
  async run({ app, options: { id } }) {
    if (!(await retryMail(app.context, id))) throw new NotFoundError(createMessage('errors.noMailInQueue', { id }))
    return { id, queued: true }
  },
})

const notificationPreview = defineCommand({
  name: 'svc:notification:preview',
  description: 'Previews the mail of a notification for an order, a quote or an example. Sends nothing.',
  positional: ['name'],
  options: {
    name: string('Name', { required: true, help: 'Name of the notification.' }),
    number: number('Number', { min: 1, help: 'Number of the order or quote. Default: an example.' }),
    language: string('Language', { help: "A tag such as de-DE. Default: the order's language." }),
    manager: boolean('Manager', { help: "Previews the mail to the shop instead of the customer's." }),
  },
  examples: [
    'svc:notification:preview "Order placed"',
    'svc:notification:preview "Order placed" --number 1001 --language de-DE --manager',
  ],
  async run({ app, options: { manager, ...options } }) {
    const { previewNotification } = await import('product-configurator-service')
    return previewNotification(app.shop.createContext({}), { ...options, reader: manager === true ? 'manager' : 'customer' })
  },
})

/** Health check: the mail server accepts the credentials, or the folder is writable. */
export function mailHealthCheck(options: () => MailOptions): HealthCheck {
  return defineHealthCheck({
    name: 'mail-server',
    description: "Checks that the mail server accepts the service's credentials. Sends nothing.",
    async run() {
      const { openTransport } = await import('./transport.js')
      const transport = openTransport(options())
      try {
        return [createSuccess(await transport.verify())]
      } catch (error) {
        const reason = (error instanceof Error ? error.message : String(error)).replace(/\.?$/, '.')
        return [createFault(createMessage('checks.mailServer', { reason }), createMessage('checks.mailServerAdvice'))]
      } finally {
        transport.close()
      }
    },
  })
}

export function mail(options: MailOptions): Plugin {
  let root = process.cwd()
  let attach: SendOptions['attach']
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
            await sendQueued(context, resolvedOptions(), { signal, ...(attach && { attach }) })
          },
        }),
      ],
    },
    async start(app) {
      const { attachMailDocument } = await import('product-configurator-service')
      root = app.config.root
      attach = (mail) => attachMailDocument(app.shop.createContext({}), mail)
    },
  }
}
