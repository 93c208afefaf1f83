// The vendor client for the chat completions protocol of OpenAI and compatible vendors, over plain HTTP with streaming.
import {
  type Vendor,
  type VendorEvent,
  type VendorMessage,
  type VendorRequest,
  ToolCallCollector,
  toTokenCount,
  createCutFailure,
  type JsonMap,
  toJsonList,
  toJsonMap,
  parseJsonEvents,
  toStringValue,
} from './define.js'
import { type VendorConnection, postJson } from './outbound.js'

export interface VendorCredentials {
  readonly model: string
  /** '' if the vendor requires none. */
  readonly apiKey: string
}

function toChatMessages(message: VendorMessage): readonly JsonMap[] {
  if (message.role === 'shopper') return [{ role: 'user', content: message.text }]
  if (message.role === 'tools') return message.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }))
  const calls = message.calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input ?? {}) },
  }))
  return [{ role: 'assistant', content: message.text || null, ...(calls.length > 0 && { tool_calls: calls }) }]
}

function toRequestBody(
  model: string,
  baseUrl: string,
  { system, messages, tools, mostTokens: maxTokens }: VendorRequest,
): JsonMap {
  // OpenAI renamed the limit. Other vendors use the old name.
  const limit = new URL(baseUrl).host === 'api.openai.com' ? 'max_completion_tokens' : 'max_tokens'
  return {
    model,
    stream: true,
    stream_options: { include_usage: true },
    [limit]: maxTokens,
    messages: [{ role: 'system', content: system }, ...messages.flatMap(toChatMessages)],
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, schema }) => ({
        type: 'function',
        function: { name, description, parameters: schema },
      })),
    }),
  }
}

const endReasons: Readonly<Record<string, 'said' | 'tools' | 'length'>> = { tool_calls: 'tools', length: 'length' }

async function* read(body: AsyncIterable<Uint8Array>): AsyncGenerator<VendorEvent> {
  const calls = new ToolCallCollector()
  let finishReason: string | null = null
  for await (const event of parseJsonEvents(body)) {
    const usage = toJsonMap(event['usage'])
    if (usage['prompt_tokens'] !== undefined)
      yield { kind: 'usage', input: toTokenCount(usage['prompt_tokens']), output: toTokenCount(usage['completion_tokens']) }
    const choice = toJsonMap(toJsonList(event['choices'])[0])
    const delta = toJsonMap(choice['delta'])
    const text = toStringValue(delta['content'])
    if (text !== '') yield { kind: 'text', text }
    for (const [place, item] of toJsonList(delta['tool_calls']).entries()) {
      const call = toJsonMap(item)
      const { name, arguments: argumentText } = toJsonMap(call['function'])
      const index = typeof call['index'] === 'number' ? call['index'] : place
      calls.add(index, { id: toStringValue(call['id']), name: toStringValue(name), text: toStringValue(argumentText) })
    }
    if (typeof choice['finish_reason'] === 'string') finishReason = choice['finish_reason']
  }
  if (finishReason === null) throw createCutFailure()
  yield* calls.events()
  yield { kind: 'end', reason: calls.size > 0 ? 'tools' : (endReasons[finishReason] ?? 'said') }
}

export function createOpenAiCompatibleVendor(line: VendorConnection, { model, apiKey }: VendorCredentials): Vendor {
  return {
    model,
    key: line.baseUrl,
    stream: (request, signal) =>
      read(
        postJson(line, {
          path: '/chat/completions',
          headers: apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` },
          body: toRequestBody(model, line.baseUrl, request),
          signal,
        }),
      ),
  }
}
