// The vendor client for Anthropic's messages protocol, over plain HTTP with streaming.
import { type Vendor, type VendorEvent, VendorFailure, type VendorMessage, type VendorRequest } from './define.js'
import type { VendorKey } from './openai-compatible.js'
import { type Line, post } from './outbound.js'
import { Calls, countOf, cut, type Json, objectOf, parsedEvents, textOf } from './protocol.js'

const version = '2023-06-01'

function messageOf(message: VendorMessage): Json {
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
  const said = message.text === '' ? [] : [{ type: 'text', text: message.text }]
  return { role: 'assistant', content: [...said, ...calls] }
}

function bodyOf(model: string, { system, messages, tools, mostTokens }: VendorRequest): Json {
  return {
    model,
    stream: true,
    max_tokens: mostTokens,
    system,
    messages: messages.map(messageOf),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema })),
    }),
  }
}

const reasons: Readonly<Record<string, 'said' | 'tools' | 'length'>> = { max_tokens: 'length' }

async function* read(body: AsyncIterable<Uint8Array>): AsyncGenerator<VendorEvent> {
  const calls = new Calls()
  let [input, ended] = [0, false]
  let reason = ''
  for await (const event of parsedEvents(body)) {
    const index = typeof event['index'] === 'number' ? event['index'] : 0
    const delta = objectOf(event['delta'])
    if (event['type'] === 'error') {
      const { type } = objectOf(event['error'])
      const busy = type === 'overloaded_error' || type === 'rate_limit_error'
      throw new VendorFailure(busy ? 'busy' : 'broken', 'The vendor failed in the middle of its reply.', true)
    }
    if (event['type'] === 'message_start') {
      input = countOf(objectOf(objectOf(event['message'])['usage'])['input_tokens'])
      yield { kind: 'usage', input, output: 0 }
    } else if (event['type'] === 'content_block_start') {
      const block = objectOf(event['content_block'])
      if (block['type'] === 'tool_use') calls.add(index, { id: textOf(block['id']), name: textOf(block['name']) })
      if (textOf(block['text']) !== '') yield { kind: 'text', text: textOf(block['text']) }
    } else if (event['type'] === 'content_block_delta') {
      if (delta['type'] === 'input_json_delta') calls.add(index, { text: textOf(delta['partial_json']) })
      else if (textOf(delta['text']) !== '') yield { kind: 'text', text: textOf(delta['text']) }
    } else if (event['type'] === 'message_delta') {
      reason = textOf(delta['stop_reason'])
      yield { kind: 'usage', input, output: countOf(objectOf(event['usage'])['output_tokens']) }
    } else if (event['type'] === 'message_stop') ended = true
  }
  if (!ended) throw cut()
  yield* calls.events()
  yield { kind: 'end', reason: calls.size > 0 ? 'tools' : (reasons[reason] ?? 'said') }
}

export function anthropic(line: Line, { model, apiKey }: VendorKey): Vendor {
  return {
    model,
    key: line.baseUrl,
    stream: (request, signal) =>
      read(
        post(line, {
          path: /\/v\d+$/.test(line.baseUrl) ? '/messages' : '/v1/messages',
          headers: { 'x-api-key': apiKey, 'anthropic-version': version },
          body: bodyOf(model, request),
          signal,
        }),
      ),
  }
}
