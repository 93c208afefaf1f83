// Checks the mail queue for mails that were given up.
import { defineHealthCheck, doubtful, sound } from './define-health-check.js'
import { countQueuedMails, listQueue } from '../storage/mail-queue.js'

export const mails = defineHealthCheck({
  name: 'mails',
  description: 'The mail queue: whether any mail could not be delivered.',
  async examine({ app: { context } }) {
    const { waiting, givenUp: abandoned } = await countQueuedMails(context.database)
    if (abandoned === 0) return [sound(`${waiting} mails wait to be sent.`)]
    const entries = await listQueue(context, 1_000)
    const last = entries.findLast(({ next_attempt: next }) => next === null)?.failure || 'nothing'
    const advice = 'Mend what it says, then call svc:mail:retry for each mail that svc:mail:queue lists.'
    return [doubtful(`${abandoned} mails were given up; the mail server said last: ${last}`, advice)]
  },
})
