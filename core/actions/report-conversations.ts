// Tells what the shop's conversations with the advisor come to, in counts that are nobody's alone.
import { defineAction } from '../action/define.js'
import type { AdvisorReport } from '../advisor/report.js'
import { number } from '../model/properties/number.js'
import { Work } from '../storage/work.js'

export const reportConversations = defineAction({
  name: 'report-conversations',
  description:
    'Reports what advisor conversations come to, in counts: what was refused, where people stopped, what nobody chose.',
  input: { days: number('Days', { min: 1, max: 366, help: 'The last so many; 30 if left out.' }) },
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['conversations:read'] },
  tool: false,
  command: 'svc:conversations:report',
  example: { days: 7 },
  run: async ({ context }, { days }): Promise<AdvisorReport> =>
    (await import('../advisor/report.js')).reportConversations(new Work(context), days),
})
