// Sends or declines a proposed reply to a shopper who asked for a member of staff.
import { defineAction, boolean, number, string, ServiceContext } from 'product-configurator-service'
import type { OutreachReport } from '../outreach.js'

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
    (await import('../outreach.js')).applyOutreachDecision(new ServiceContext(context), {
      outreach_id,
      approve,
      subject,
      text,
    }),
})
