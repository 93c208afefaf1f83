// Deletes expired conversations with the advisor, and reviews finished ones if the shop's setting is on.
import { ServiceContext } from '../storage/service-context.js'
import { defineTask } from '../task/define.js'

export const analyzeConversations = defineTask({
  name: 'analyze-conversations',
  description: 'Deletes expired conversations with the advisor, and reviews finished ones if advisor_auto_analyze is on.',
  every: 600,
  async run({ context, signal }) {
    const work = new ServiceContext(context)
    const { settings } = (await work.at()).moment.snapshot
    if (settings.advisor_auto_analyze === true) {
      const { runConversationReviews: analyze } = await import('../advisor/conversation-review.js')
      await analyze(work, { signal })
    } else await (await import('../advisor/prune.js')).pruneConversations(work, signal)
  },
})
