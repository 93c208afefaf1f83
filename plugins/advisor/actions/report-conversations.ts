// Reports anonymous statistics of the shop's conversations with the advisor.
import { defineAction, number, ServiceContext } from 'product-configurator-service'
import type { AdvisorReport } from '../report.js'

export const reportConversations = defineAction({
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
    (await import('../report.js')).createConversationReport(new ServiceContext(context), days),
})
