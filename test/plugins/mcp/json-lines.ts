// Reads JSON-RPC replies from lines and finds them by id.
import type { Interface } from 'node:readline'

interface Reply {
  readonly id: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

export function readReplies(lines: Interface): { readonly replies: Reply[]; reply(id: unknown): Promise<Reply> } {
  const replies: Reply[] = []
  const waiting = new Map<unknown, (reply: Reply) => void>()
  lines.on('line', (line) => {
    const reply = JSON.parse(line) as Reply
    replies.push(reply)
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  })
  return { replies, reply: (id) => new Promise((resolve) => waiting.set(id, resolve)) }
}
