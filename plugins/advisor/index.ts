// The advisor: shoppers talk to a language model that configures products for them through the verbs of the shop.
import { defineTask, type Plugin, ServiceContext } from 'product-configurator-service'
import { actions } from './actions/index.js'
import { tryCommand } from './try-command.js'
import { verbs } from './verbs/index.js'

const analyzeConversations = defineTask({
  name: 'analyze-conversations',
  description: 'Deletes expired conversations with the advisor, and reviews finished ones if advisor_auto_analyze is on.',
  every: 600,
  async run({ context, signal }) {
    const { pruneConversations, runConversationReviews } = await import('./conversation-review.js')
    const work = new ServiceContext(context)
    const { settings } = (await work.at()).moment.snapshot
    if (settings.advisor_auto_analyze === true) await runConversationReviews(work, { signal })
    else await pruneConversations(work, signal)
  },
})

export const advisor: Plugin = {
  name: 'advisor',
  core: '^0.1.0',
  contributes: { verbs, actions, tasks: [analyzeConversations], commands: [tryCommand] },
}
