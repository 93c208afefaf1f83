// Writes reviews with lessons learned for finished conversations with the advisor.
import { defineAction, number, ServiceContext } from 'product-configurator-service'
import type { AnalyzeReport } from '../conversation-review.js'

export const analyzeConversations = defineAction({
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
    (await import('../conversation-review.js')).runConversationReviews(new ServiceContext(context), {
      idleMinutes: idle_minutes,
      max,
    }),
})
