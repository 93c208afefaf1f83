// Both vendor protocols as the scripted vendor speaks them: parses requests and encodes replies as streams.
import { type JsonMap, toJsonList, toJsonMap, toStringValue } from '../define.js'

export interface ScriptCall {
  readonly name: string
  readonly input: JsonMap
}

/** A reply: a text, or calls of tools. */
export interface ScriptAnswer {
  readonly text: string
  readonly calls: readonly ScriptCall[]
}

/** A tool's result, with the name of its tool. */
export interface ScriptToolResult {
  readonly name: string
  readonly value: JsonMap
}

/** The parsed conversation. */
export interface ScriptRequest {
  readonly model: string
  readonly system: string
  /** The shopper's last message. */
  readonly text: string
  /** The shopper's earlier messages, oldest first. */
  readonly before: readonly string[]
  /** The tools used since the last message, with their results. */
  readonly results: readonly ScriptToolResult[]
  readonly hasTools: boolean
}

interface ScriptMessage {
  readonly role: 'shopper' | 'advisor'
  readonly text: string
}

function parseResultValue(text: string): JsonMap {
  try {
    return toJsonMap(JSON.parse(text))
  } catch {
    // A truncated result.
    return { cut: text }
  }
}

class RequestReader {
  readonly messages: ScriptMessage[] = []
  private readonly names = new Map<string, string>()
  results: ScriptToolResult[] = []

  addMessage(role: ScriptMessage['role'], text: string): void {
    if (text === '') return
    this.messages.push({ role, text })
    if (role === 'shopper') this.results = []
  }

  call(id: unknown, name: unknown): void {
    this.names.set(toStringValue(id), toStringValue(name))
  }

  result(id: unknown, text: unknown): void {
    this.results.push({ name: this.names.get(toStringValue(id)) ?? '', value: parseResultValue(toStringValue(text)) })
  }

  toRequest(model: string, system: string, hasTools: boolean): ScriptRequest {
    const texts = this.messages.filter(({ role }) => role === 'shopper').map(({ text }) => text)
    return { model, system, text: texts.at(-1) ?? '', before: texts.slice(0, -1), results: this.results, hasTools }
  }
}

/** Parses a request body of the chat completions protocol. */
export function parseChatRequest(body: JsonMap): ScriptRequest {
  const reader = new RequestReader()
  let system = ''
  for (const item of toJsonList(body['messages'])) {
    const message = toJsonMap(item)
    const content = toStringValue(message['content'])
    if (message['role'] === 'system') system = content
    else if (message['role'] === 'user') reader.addMessage('shopper', content)
    else if (message['role'] === 'tool') reader.result(message['tool_call_id'], content)
    else {
      reader.addMessage('advisor', content)
      for (const call of toJsonList(message['tool_calls']))
        reader.call(toJsonMap(call)['id'], toJsonMap(toJsonMap(call)['function'])['name'])
    }
  }
  return reader.toRequest(toStringValue(body['model']), system, toJsonList(body['tools']).length > 0)
}

/** Parses a request body of the messages protocol. */
export function parseMessagesRequest(body: JsonMap): ScriptRequest {
  const reader = new RequestReader()
  for (const item of toJsonList(body['messages'])) {
    const message = toJsonMap(item)
    for (const part of toJsonList(message['content']).map(toJsonMap)) {
      if (part['type'] === 'text')
        reader.addMessage(message['role'] === 'user' ? 'shopper' : 'advisor', toStringValue(part['text']))
      else if (part['type'] === 'tool_use') reader.call(part['id'], part['name'])
      else if (part['type'] === 'tool_result') reader.result(part['tool_use_id'], part['content'])
    }
  }
  return reader.toRequest(toStringValue(body['model']), toStringValue(body['system']), toJsonList(body['tools']).length > 0)
}

/** One event as sent. */
type EventText = string

const line = (data: unknown, event?: string): EventText =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`

const splitWords = (text: string): readonly string[] => text.match(/\S+\s*/g) ?? []

/** The arguments of a tool call in two pieces. */
function splitArguments(input: unknown): readonly string[] {
  const text = JSON.stringify(input)
  return [text.slice(0, 3), text.slice(3)]
}

const countTokens = (text: string): number => Math.ceil(text.length / 4)

export function encodeChatReply(
  { text, calls }: ScriptAnswer,
  requestText: string,
  argumentPieces?: readonly string[],
): readonly EventText[] {
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
      ...(argumentPieces ?? splitArguments(input)).map((piece) =>
        chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    ]),
    chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
    line({ choices: [], usage: { prompt_tokens: countTokens(requestText), completion_tokens: countTokens(text) + 10 } }),
    'data: [DONE]\n\n',
  ]
}

export function encodeMessagesReply(
  { text, calls }: ScriptAnswer,
  requestText: string,
  argumentPieces?: readonly string[],
): readonly EventText[] {
  const event = (type: string, rest: object): EventText => line({ type, ...rest }, type)
  const blocks = calls.flatMap(({ name, input }, place) => {
    const index = place + 1
    return [
      event('content_block_start', {
        index,
        content_block: { type: 'tool_use', id: `toolu_${place}_${countTokens(requestText)}`, name, input: {} },
      }),
      ...(argumentPieces ?? splitArguments(input)).map((partial_json) =>
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
