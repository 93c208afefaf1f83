// Sends a proposed word to a shopper who asked for a person, or declines to.
import { defineAction } from '../action/define.js'
import type { OutreachReport } from '../advisor/outreach.js'
import { boolean } from '../model/properties/boolean.js'
import { number } from '../model/properties/number.js'
import { string } from '../model/properties/string.js'
import { Work } from '../storage/work.js'

export const decideOutreach = defineAction({
  name: 'decide-outreach',
  description: 'Mails an answer, once, to a shopper who asked the advisor for a person; or declines to.',
  input: {
    outreach_id: number('Outreach', { required: true, min: 1, help: 'The id of a proposed chat-outreach.' }),
    approve: boolean('Approve', { required: true }),
    subject: string('Subject', { help: 'Of the mail; needed where it is approved.' }),
    text: string('Text', { long: true, help: 'Of the mail; needed where it is approved.' }),
  },
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  needs: { all: ['conversations:write'] },
  tool: false,
  run: async ({ context }, { outreach_id, approve, subject, text }): Promise<OutreachReport> =>
    (await import('../advisor/outreach.js')).decideOutreach(new Work(context), {
      outreach_id,
      approve,
      subject,
      text,
    }),
})
