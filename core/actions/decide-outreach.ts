// Sends or declines a proposed reply to a shopper who asked for a member of staff.
import { defineAction } from '../action/define.js'
import type { OutreachReport } from '../advisor/outreach.js'
import { boolean } from '../model/properties/boolean.js'
import { number } from '../model/properties/number.js'
import { string } from '../model/properties/string.js'
import { ServiceContext } from '../storage/service-context.js'

export const decideOutreach = defineAction({
  name: 'decide-outreach',
  description: 'Sends a reply by mail, once, to a shopper who asked the advisor for a person, or declines it.',
  input: {
    outreach_id: number('Outreach', { required: true, min: 1, help: 'The id of a proposed chat-outreach.' }),
    approve: boolean('Approve', { required: true }),
    subject: string('Subject', { help: 'Subject of the mail. Required with approve.' }),
    text: string('Text', { long: true, help: 'Text of the mail. Required with approve.' }),
  },
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  needs: { all: ['conversations:write'] },
  // Not a tool: only a person of the shop decides whether the shop writes to a shopper.
  tool: false,
  run: async ({ context }, { outreach_id, approve, subject, text }): Promise<OutreachReport> =>
    (await import('../advisor/outreach.js')).applyOutreachDecision(new ServiceContext(context), {
      outreach_id,
      approve,
      subject,
      text,
    }),
})
