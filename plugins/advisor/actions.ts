// Actions on conversations: analyse, report, decide on offers of contact.
import { defineAction, number, ServiceContext, boolean, string } from 'product-configurator-service'
import type { AnalyzeReport } from './conversation-review.js'
import type { AdvisorReport } from './report.js'
import type { OutreachReport } from './outreach.js'
import type { Action } from 'product-configurator-service'

const analyzeConversations = defineAction({
  name: 'analyze-conversations',
  description: 'Reviews finished advisor conversations with one vendor call each. Deletes expired ones first.',
  input: {
    idle_minutes: number('Idle minutes', { min: 0, help: 'Default 30.' }),
    max: number('Maximum', { min: 0, max: 500, help: 'Maximum number of calls. Default 20.' }),
  },
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  needs: { all: ['conversations:write'] },
  command: 'svc:conversations:analyze',
  example: { max: 5 },
  run: async ({ context }, { idle_minutes, max }): Promise<AnalyzeReport> =>
    (await import('./conversation-review.js')).runConversationReviews(new ServiceContext(context), {
      idleMinutes: idle_minutes,
      max,
    }),
})

const reportConversations = defineAction({
  name: 'report-conversations',
  description: 'Reports anonymous statistics of advisor conversations: refusals, abandoned steps, answers never chosen.',
  input: { days: number('Days', { min: 1, max: 366, help: 'Number of past days. Default 30.' }) },
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['conversations:read'] },
  // Not a tool, because each tool lengthens every conversation. People read the report in the admin.
  tool: false,
  command: 'svc:conversations:report',
  example: { days: 7 },
  run: async ({ context }, { days }): Promise<AdvisorReport> =>
    (await import('./report.js')).createConversationReport(new ServiceContext(context), days),
})

const decideOutreach = defineAction({
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
    (await import('./outreach.js')).applyOutreachDecision(new ServiceContext(context), {
      outreach_id,
      approve,
      subject,
      text,
    }),
})

export const advisorActions: readonly Action<never>[] = [analyzeConversations, decideOutreach, reportConversations]
