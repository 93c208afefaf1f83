// Encodes a reply of the scripted vendor as a stream of either protocol: text word by word, tool arguments in pieces.
import type { Answer } from './script.js'
import type { Mode } from './modes.js'

/** One event as sent. */
type Piece = string

const line = (data: unknown, event?: string): Piece =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`

const wordsOf = (text: string): readonly string[] => text.match(/\S+\s*/g) ?? []

/** The arguments in two pieces; invalid JSON in the mode `malformed`. */
function argumentsOf(input: unknown, mode: Mode): readonly string[] {
  const text = JSON.stringify(input)
  return mode === 'malformed' ? ['{"product_id": ', '[oops'] : [text.slice(0, 3), text.slice(3)]
}

const tokens = (text: string): number => Math.ceil(text.length / 4)

export function chatPieces({ text, calls }: Answer, asked: string, mode: Mode): readonly Piece[] {
  const chunk = (delta: object, finish_reason: string | null = null): Piece =>
    line({ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })
  return [
    chunk({ role: 'assistant', content: '' }),
    ...wordsOf(text).map((content) => chunk({ content })),
    ...calls.flatMap(({ name, input }, index) => [
      chunk({
        tool_calls: [{ index, id: `call_${index}_${tokens(asked)}`, type: 'function', function: { name, arguments: '' } }],
      }),
      ...argumentsOf(input, mode).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
    chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
    line({ choices: [], usage: { prompt_tokens: tokens(asked), completion_tokens: tokens(text) + 10 } }),
    'data: [DONE]\n\n',
  ]
}

export function messagesPieces({ text, calls }: Answer, asked: string, mode: Mode): readonly Piece[] {
  const event = (type: string, rest: object): Piece => line({ type, ...rest }, type)
  const blocks = calls.flatMap(({ name, input }, place) => {
    const index = place + 1
    return [
      event('content_block_start', {
        index,
        content_block: { type: 'tool_use', id: `toolu_${place}_${tokens(asked)}`, name, input: {} },
      }),
      ...argumentsOf(input, mode).map((partial_json) =>
        event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json } }),
      ),
      event('content_block_stop', { index }),
    ]
  })
  return [
    event('message_start', {
      message: { role: 'assistant', content: [], usage: { input_tokens: tokens(asked), output_tokens: 1 } },
    }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    event('ping', {}),
    ...wordsOf(text).map((piece) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: piece } })),
    event('content_block_stop', { index: 0 }),
    ...blocks,
    event('message_delta', {
      delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn' },
      usage: { output_tokens: tokens(text) + 10 },
    }),
    event('message_stop', {}),
  ]
}
