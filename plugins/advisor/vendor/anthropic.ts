// The vendor client for Anthropic's messages protocol, over plain HTTP with streaming.
import {
  type Vendor,
  type VendorEvent,
  VendorFailure,
  type VendorMessage,
  type VendorRequest,
  ToolCallCollector,
  toTokenCount,
  createCutFailure,
  type JsonMap,
  toJsonMap,
  parseJsonEvents,
  toStringValue,
} from './define.js'
import type { VendorCredentials } from './openai-compatible.js'
import { type VendorConnection, postJson } from './outbound.js'

const protocolVersion = '2023-06-01'

function toAnthropicMessage(message: VendorMessage): JsonMap {
  if (message.role === 'shopper') return { role: 'user', content: [{ type: 'text', text: message.text }] }
  if (message.role === 'tools') {
    const results = message.results.map(({ id, text, failed }) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: text,
      ...(failed && { is_error: true }),
    }))
    return { role: 'user', content: results }
  }
  const calls = message.calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input: input ?? {} }))
  const texts = message.text === '' ? [] : [{ type: 'text', text: message.text }]
  return { role: 'assistant', content: [...texts, ...calls] }
}

function toRequestBody(model: string, { system, messages, tools, mostTokens: maxTokens }: VendorRequest): JsonMap {
  return {
    model,
    stream: true,
    max_tokens: maxTokens,
    system,
    messages: messages.map(toAnthropicMessage),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema })),
    }),
  }
}

const endReasons: Readonly<Record<string, 'said' | 'tools' | 'length'>> = { max_tokens: 'length' }

async function* read(body: AsyncIterable<Uint8Array>): AsyncGenerator<VendorEvent> {
  const calls = new ToolCallCollector()
  let [input, isComplete] = [0, false]
  let reason = ''
  for await (const event of parseJsonEvents(body)) {
    const index = typeof event['index'] === 'number' ? event['index'] : 0
    const delta = toJsonMap(event['delta'])
    if (event['type'] === 'error') {
      const { type } = toJsonMap(event['error'])
      const busy = type === 'overloaded_error' || type === 'rate_limit_error'
      throw new VendorFailure(busy ? 'busy' : 'broken', 'The vendor failed during its reply.', true)
    }
    if (event['type'] === 'message_start') {
      input = toTokenCount(toJsonMap(toJsonMap(event['message'])['usage'])['input_tokens'])
      yield { kind: 'usage', input, output: 0 }
    } else if (event['type'] === 'content_block_start') {
      const block = toJsonMap(event['content_block'])
      if (block['type'] === 'tool_use') calls.add(index, { id: toStringValue(block['id']), name: toStringValue(block['name']) })
      if (toStringValue(block['text']) !== '') yield { kind: 'text', text: toStringValue(block['text']) }
    } else if (event['type'] === 'content_block_delta') {
      if (delta['type'] === 'input_json_delta') calls.add(index, { text: toStringValue(delta['partial_json']) })
      else if (toStringValue(delta['text']) !== '') yield { kind: 'text', text: toStringValue(delta['text']) }
    } else if (event['type'] === 'message_delta') {
      reason = toStringValue(delta['stop_reason'])
      yield { kind: 'usage', input, output: toTokenCount(toJsonMap(event['usage'])['output_tokens']) }
    } else if (event['type'] === 'message_stop') isComplete = true
  }
  if (!isComplete) throw createCutFailure()
  yield* calls.events()
  yield { kind: 'end', reason: calls.size > 0 ? 'tools' : (endReasons[reason] ?? 'said') }
}

export function createAnthropicVendor(line: VendorConnection, { model, apiKey }: VendorCredentials): Vendor {
  return {
    model,
    key: line.baseUrl,
    stream: (request, signal) =>
      read(
        postJson(line, {
          path: /\/v\d+$/.test(line.baseUrl) ? '/messages' : '/v1/messages',
          headers: { 'x-api-key': apiKey, 'anthropic-version': protocolVersion },
          body: toRequestBody(model, request),
          signal,
        }),
      ),
  }
}
