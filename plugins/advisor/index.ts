// The advisor: shoppers talk to a language model that configures products for them through the verbs of the shop.
import {
  defineTask,
  type Plugin,
  ServiceContext,
  type App,
  boolean,
  defineCommand,
  string,
  createMessage,
  type MessageWriter,
} from 'product-configurator-service'
import { advisorActions } from './actions.js'
import { advisorVerbs } from './verbs.js'
import { createInterface } from 'node:readline'
import type { ReplyStream } from '#core/surface.js'
import type { ConversationReply, ConfigurationFacts } from './define.js'

interface TalkOptions {
  readonly language?: string | undefined
}

/** Sends one message and prints the reply as it streams. */
async function sendMessage(app: App, token: string, text: string, { language }: TalkOptions): Promise<void> {
  const shopper = { language }
  const { turn } = (await app.shop.serve('send-message', { token, text }, shopper)) as { readonly turn: number }
  const open = (await app.shop.serve('stream-conversation', { token, after: `${turn}.0.0` }, shopper)) as ReplyStream
  for await (const piece of open(new AbortController().signal)) {
    const event = /(?:^|\n)event: (\w+)\n/.exec(piece)?.[1]
    const data = /(?:^|\n)data: (.*)\n/.exec(piece)?.[1]
    if (data === undefined) continue
    const payload = JSON.parse(data) as { readonly text?: string; readonly sentence?: string; readonly done?: boolean }
    if (event === 'text') process.stderr.write(payload.text ?? '')
    if (event === 'tool' && payload.done !== true) process.stderr.write(`(${payload.sentence})\n`)
  }
  process.stderr.write('\n')
}

function formatFacts(facts: ConfigurationFacts | null, write: MessageWriter): string {
  if (facts === null) return write(createMessage('advisor.nothingConfigured'))
  const { product, selected, missing, finished, price, currency } = facts
  return [
    product,
    ...selected.map(({ question, text }) => `  ${question}: ${text}`),
    ...missing.map(({ message }) => `  ${message}`),
    ...(price === null ? [] : [`  ${price.gross} ${currency.code}`]),
    write(createMessage(finished ? 'advisor.orderable' : 'advisor.notOrderable')),
  ].join('\n')
}

/** Runs an advisor conversation in the terminal, as a shopper would on a page. */
const tryCommand = defineCommand({
  name: 'svc:advisor:try',
  description: 'Starts a conversation with the advisor in the terminal. Each line is a message; an empty line ends it.',
  options: {
    message: string('Message', { long: true, help: 'Sends this message instead of reading lines from the terminal.' }),
    language: string('Language', { help: 'The language tag of the replies. Default: the default language of the store.' }),
    keep: boolean('Keep', { help: 'Keeps the conversation in the database. Without this option, it is deleted at the end.' }),
  },
  examples: ['svc:advisor:try', "svc:advisor:try --message 'A quiet desk under 600 euros'"],
  text: ({ facts, turns }: ConversationReply, write) =>
    [
      ...turns
        .slice(-1)
        .map(({ reply }) => reply?.notice ?? '')
        .filter(Boolean),
      formatFacts(facts, write),
    ].join('\n'),
  async run({ app, options }) {
    const language = options.language ?? undefined
    const shopper = { language }
    const { consent } = (await app.shop.serve('read-advisor', {}, shopper)) as { readonly consent: string }
    const { conversation: token } = (await app.shop.serve('start-conversation', { consent: true }, shopper)) as ConversationReply
    process.stderr.write(`${consent}\n`)
    if (options.message) await sendMessage(app, token, options.message, { language })
    else {
      for await (const line of createInterface({ input: process.stdin })) {
        if (line.trim() === '') break
        await sendMessage(app, token, line, { language })
      }
    }
    const whole = (await app.shop.serve('read-conversation', { token }, shopper)) as ConversationReply
    if (options.keep !== true) await app.shop.serve('delete-conversation', { token }, shopper)
    return whole
  },
})

const analyzeConversations = defineTask({
  name: 'analyze-conversations',
  description: 'Deletes expired conversations with the advisor, and reviews finished ones if advisor_auto_analyze is on.',
  every: 600,
  async run({ context, signal }) {
    const { pruneConversations, runConversationReviews } = await import('./conversation-review.js')
    const work = new ServiceContext(context)
    const { settings } = (await work.at()).versionedSnapshot.snapshot
    if (settings.advisor_auto_analyze === true) await runConversationReviews(work, { signal })
    else await pruneConversations(work, signal)
  },
})

export const advisor: Plugin = {
  name: 'advisor',
  core: '^0.1.0',
  contributes: { verbs: advisorVerbs, actions: advisorActions, tasks: [analyzeConversations], commands: [tryCommand] },
}
