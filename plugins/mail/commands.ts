// What people do with mail by hand: see what waits and why, try it again, and look at a notification before it goes out.
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

/** Mails that are listed where nothing else is said. */
const few = 100

export const mailQueue = defineCommand({
  name: 'svc:mail:queue',
  description: 'Lists the mail that waits or was given up, with what the mail server said last.',
  options: { limit: number('Mails at most', { min: 1, max: 10_000, default: few, help: `${few} if left out.` }) },
  examples: ['svc:mail:queue', 'svc:mail:queue --json'],
  run: ({ app, options }) => listQueue(app.context, options.limit ?? few),
})

export const mailRetry = defineCommand({
  name: 'svc:mail:retry',
  description: 'Tries a mail again at the next round of sending, also one that was given up.',
  positional: ['id'],
  options: { id: number('Id', { required: true, min: 1, help: 'As svc:mail:queue lists it.' }) },
  examples: ['svc:mail:retry 42'],
  async run({ app, options: { id } }) {
    if (!(await retryMail(app.context, id))) throw new NotFoundError(`There is no mail ${id} in the queue.`)
    return { id, queued: true }
  },
})

export const notificationPreview = defineCommand({
  name: 'svc:notification:preview',
  description: 'Shows the mail that a notification makes of an order or a quote, or of an example; sends nothing.',
  positional: ['name'],
  options: {
    name: string('Name', { required: true, help: 'Of the notification.' }),
    number: number('Number', { min: 1, help: 'Of the order or the quote; an example if left out.' }),
    language: string('Language', { help: "A tag such as de-DE; the order's own if left out." }),
    manager: boolean('Manager', { help: 'Shows the mail to the shop instead of that to the customer.' }),
  },
  examples: [
    'svc:notification:preview "Order placed"',
    'svc:notification:preview "Order placed" --number 1001 --language de-DE --manager',
  ],
  run({ app, options: { manager, ...options } }) {
    return previewNotification(app.visit({}), { ...options, reader: manager === true ? 'manager' : 'customer' })
  },
})
