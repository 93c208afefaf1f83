// The vendor client for the chat completions protocol of OpenAI and compatible vendors, over plain HTTP with streaming.
import type { Vendor, VendorEvent, VendorMessage, VendorRequest } from './define.js'
import { type Line, post } from './outbound.js'
import { Calls, countOf, cut, type Json, listOf, objectOf, parsedEvents, textOf } from './protocol.js'

export interface VendorKey {
  readonly model: string
  /** '' if the vendor requires none. */
  readonly apiKey: string
}

function messagesOf(message: VendorMessage): readonly Json[] {
  if (message.role === 'shopper') return [{ role: 'user', content: message.text }]
  if (message.role === 'tools') return message.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }))
  const calls = message.calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input ?? {}) },
  }))
  return [{ role: 'assistant', content: message.text || null, ...(calls.length > 0 && { tool_calls: calls }) }]
}

function bodyOf(model: string, baseUrl: string, { system, messages, tools, mostTokens }: VendorRequest): Json {
  // OpenAI renamed the limit. Other vendors use the old name.
  const limit = new URL(baseUrl).host === 'api.openai.com' ? 'max_completion_tokens' : 'max_tokens'
  return {
    model,
    stream: true,
    stream_options: { include_usage: true },
    [limit]: mostTokens,
    messages: [{ role: 'system', content: system }, ...messages.flatMap(messagesOf)],
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, schema }) => ({
        type: 'function',
        function: { name, description, parameters: schema },
      })),
    }),
  }
}

const reasons: Readonly<Record<string, 'said' | 'tools' | 'length'>> = { tool_calls: 'tools', length: 'length' }

async function* read(body: AsyncIterable<Uint8Array>): AsyncGenerator<VendorEvent> {
  const calls = new Calls()
  let ended: string | null = null
  for await (const event of parsedEvents(body)) {
    const usage = objectOf(event['usage'])
    if (usage['prompt_tokens'] !== undefined)
      yield { kind: 'usage', input: countOf(usage['prompt_tokens']), output: countOf(usage['completion_tokens']) }
    const choice = objectOf(listOf(event['choices'])[0])
    const delta = objectOf(choice['delta'])
    const text = textOf(delta['content'])
    if (text !== '') yield { kind: 'text', text }
    for (const [place, one] of listOf(delta['tool_calls']).entries()) {
      const call = objectOf(one)
      const { name, arguments: given } = objectOf(call['function'])
      const index = typeof call['index'] === 'number' ? call['index'] : place
      calls.add(index, { id: textOf(call['id']), name: textOf(name), text: textOf(given) })
    }
    if (typeof choice['finish_reason'] === 'string') ended = choice['finish_reason']
  }
  if (ended === null) throw cut()
  yield* calls.events()
  yield { kind: 'end', reason: calls.size > 0 ? 'tools' : (reasons[ended] ?? 'said') }
}

export function openaiCompatible(line: Line, { model, apiKey }: VendorKey): Vendor {
  return {
    model,
    key: line.baseUrl,
    stream: (request, signal) =>
      read(
        post(line, {
          path: '/chat/completions',
          headers: apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` },
          body: bodyOf(model, line.baseUrl, request),
          signal,
        }),
      ),
  }
}
