// Parses a request to the scripted vendor in either protocol into one conversation.
import { type Json, listOf, objectOf, textOf } from '../protocol.js'

export interface Call {
  readonly name: string
  readonly input: Json
}

/** A tool's result, with the name of its tool. */
export interface Result {
  readonly name: string
  readonly value: Json
}

/** The parsed conversation. */
export interface Asked {
  readonly model: string
  readonly system: string
  /** The shopper's last message. */
  readonly text: string
  /** The shopper's earlier messages, oldest first. */
  readonly before: readonly string[]
  /** The tools used since the last message, with their results. */
  readonly results: readonly Result[]
  readonly hasTools: boolean
}

interface Said {
  readonly role: 'shopper' | 'advisor'
  readonly text: string
}

function valueOf(text: string): Json {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    // A truncated result.
    return { cut: text }
  }
}

class Reader {
  readonly said: Said[] = []
  private readonly names = new Map<string, string>()
  results: Result[] = []

  say(role: Said['role'], text: string): void {
    if (text === '') return
    this.said.push({ role, text })
    if (role === 'shopper') this.results = []
  }

  call(id: unknown, name: unknown): void {
    this.names.set(textOf(id), textOf(name))
  }

  result(id: unknown, text: unknown): void {
    this.results.push({ name: this.names.get(textOf(id)) ?? '', value: valueOf(textOf(text)) })
  }

  asked(model: string, system: string, hasTools: boolean): Asked {
    const said = this.said.filter(({ role }) => role === 'shopper').map(({ text }) => text)
    return { model, system, text: said.at(-1) ?? '', before: said.slice(0, -1), results: this.results, hasTools }
  }
}

/** Parses a request body of the chat completions protocol. */
export function chatAsked(body: Json): Asked {
  const reader = new Reader()
  let system = ''
  for (const one of listOf(body['messages'])) {
    const message = objectOf(one)
    const content = textOf(message['content'])
    if (message['role'] === 'system') system = content
    else if (message['role'] === 'user') reader.say('shopper', content)
    else if (message['role'] === 'tool') reader.result(message['tool_call_id'], content)
    else {
      reader.say('advisor', content)
      for (const call of listOf(message['tool_calls']))
        reader.call(objectOf(call)['id'], objectOf(objectOf(call)['function'])['name'])
    }
  }
  return reader.asked(textOf(body['model']), system, listOf(body['tools']).length > 0)
}

/** Parses a request body of the messages protocol. */
export function messagesAsked(body: Json): Asked {
  const reader = new Reader()
  for (const one of listOf(body['messages'])) {
    const message = objectOf(one)
    for (const part of listOf(message['content']).map(objectOf)) {
      if (part['type'] === 'text') reader.say(message['role'] === 'user' ? 'shopper' : 'advisor', textOf(part['text']))
      else if (part['type'] === 'tool_use') reader.call(part['id'], part['name'])
      else if (part['type'] === 'tool_result') reader.result(part['tool_use_id'], part['content'])
    }
  }
  return reader.asked(textOf(body['model']), textOf(body['system']), listOf(body['tools']).length > 0)
}
