// Encodes a reply of the scripted vendor as a stream of either protocol: text word by word, tool arguments in pieces.
import type { ScriptAnswer } from './script.js'
import type { ScriptMode } from './script-mode.js'

/** One event as sent. */
type EventText = string

const line = (data: unknown, event?: string): EventText =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`

const splitWords = (text: string): readonly string[] => text.match(/\S+\s*/g) ?? []

/** The arguments in two pieces; invalid JSON in the mode `malformed`. */
function splitArguments(input: unknown, mode: ScriptMode): readonly string[] {
  const text = JSON.stringify(input)
  return mode === 'malformed' ? ['{"product_id": ', '[oops'] : [text.slice(0, 3), text.slice(3)]
}

const countTokens = (text: string): number => Math.ceil(text.length / 4)

export function encodeChatReply({ text, calls }: ScriptAnswer, requestText: string, mode: ScriptMode): readonly EventText[] {
  const chunk = (delta: object, finish_reason: string | null = null): EventText =>
    line({ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })
  return [
    chunk({ role: 'assistant', content: '' }),
    ...splitWords(text).map((content) => chunk({ content })),
    ...calls.flatMap(({ name, input }, index) => [
      chunk({
        tool_calls: [
          { index, id: `call_${index}_${countTokens(requestText)}`, type: 'function', function: { name, arguments: '' } },
        ],
      }),
      ...splitArguments(input, mode).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
    chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
    line({ choices: [], usage: { prompt_tokens: countTokens(requestText), completion_tokens: countTokens(text) + 10 } }),
    'data: [DONE]\n\n',
  ]
}

export function encodeMessagesReply({ text, calls }: ScriptAnswer, requestText: string, mode: ScriptMode): readonly EventText[] {
  const event = (type: string, rest: object): EventText => line({ type, ...rest }, type)
  const blocks = calls.flatMap(({ name, input }, place) => {
    const index = place + 1
    return [
      event('content_block_start', {
        index,
        content_block: { type: 'tool_use', id: `toolu_${place}_${countTokens(requestText)}`, name, input: {} },
      }),
      ...splitArguments(input, mode).map((partial_json) =>
        event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json } }),
      ),
      event('content_block_stop', { index }),
    ]
  })
  return [
    event('message_start', {
      message: { role: 'assistant', content: [], usage: { input_tokens: countTokens(requestText), output_tokens: 1 } },
    }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    event('ping', {}),
    ...splitWords(text).map((piece) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: piece } })),
    event('content_block_stop', { index: 0 }),
    ...blocks,
    event('message_delta', {
      delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn' },
      usage: { output_tokens: countTokens(text) + 10 },
    }),
    event('message_stop', {}),
  ]
}
