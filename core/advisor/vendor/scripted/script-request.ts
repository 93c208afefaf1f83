// Parses a request to the scripted vendor in either protocol into one conversation.
import { type JsonMap, toJsonList, toJsonMap, toStringValue } from '../protocol.js'

export interface ScriptCall {
  readonly name: string
  readonly input: JsonMap
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
