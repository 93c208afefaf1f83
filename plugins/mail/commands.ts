// Commands to list queued mail, retry it, and preview a notification.
import {
  boolean,
  defineCommand,
  listQueue,
  NotFoundError,
  number,
  previewNotification,
  retryMail,
  string,
} from 'product-configurator-service'

const defaultLimit = 100

export const mailQueue = defineCommand({
  name: 'svc:mail:queue',
  description: "Lists pending and failed mail with the mail server's last reply.",
  options: { limit: number('Limit', { min: 1, max: 10_000, default: defaultLimit, help: `Default ${defaultLimit}.` }) },
  examples: ['svc:mail:queue', 'svc:mail:queue --json'],
  run: ({ app, options }) => listQueue(app.context, options.limit ?? defaultLimit),
})

export const mailRetry = defineCommand({
  name: 'svc:mail:retry',
  description: 'Retries a message at the next delivery run, including failed ones.',
  positional: ['id'],
  options: { id: number('Id', { required: true, min: 1, help: 'As listed by svc:mail:queue.' }) },
  examples: ['svc:mail:retry 42'],
  async run({ app, options: { id } }) {
    if (!(await retryMail(app.context, id))) throw new NotFoundError(`There is no mail ${id} in the queue.`)
    return { id, queued: true }
  },
})

export const notificationPreview = defineCommand({
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
  run({ app, options: { manager, ...options } }) {
    return previewNotification(app.shop.visit({}), { ...options, reader: manager === true ? 'manager' : 'customer' })
  },
})
