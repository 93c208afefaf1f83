// Sends hostile requests from a worker thread, so creating and sending them does not block the measured event loop.
import { parentPort, Worker } from 'node:worker_threads'

/** Text units for hostile texts: long runs of one character, markup, bidirectional runs, combining marks, and rare scripts. */
export const fillTexts = {
  letters: 'a',
  blanks: ' ',
  digits: '1',
  elements: '<b>',
  values: '<a b="c" ',
  bidi: 'a\u05d0',
  marks: '\u0301',
  parentheses: '(',
  quotes: '"',
  lines: 'a,b\n',
  braces: '{{a',
  minus: 'a - ',
} as const

export type FillName = keyof typeof fillTexts

/** Hostile JSON values for structured fields: nested, wide, and long. */
export type JsonShape = 'deepest' | 'deep' | 'keys' | 'numbers' | 'objects' | 'conditions' | 'nots'

export interface Attack {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: AttackBody
}

export type AttackBody =
  /** Every field gets an equal share of the text. */
  | { readonly kind: 'texts'; readonly fields: readonly string[]; readonly fill: FillName; readonly size: number }
  | { readonly kind: 'value'; readonly field: string; readonly shape: JsonShape; readonly size: number }
  /** Distinct cells of a price table, as many as fit, with typed numbers. */
  | { readonly kind: 'cells'; readonly field: string; readonly size: number }
  | { readonly kind: 'keys'; readonly size: number; readonly count: number }
  | { readonly kind: 'pairs'; readonly size: number }
  | { readonly kind: 'parts'; readonly isFile: boolean; readonly size: number }
  | { readonly kind: 'raw'; readonly before: string; readonly fill: string; readonly size: number }
  | { readonly kind: 'bytes'; readonly name: string; readonly bytes: Uint8Array<ArrayBuffer>; readonly size: 0 }
  /** A request without a body. */
  | { readonly kind: 'none'; readonly size: 0 }
  | { readonly kind: 'json'; readonly value: object; readonly size: 0 }
  /** A valid price table of as many cells, in fields next to the others. Texts differ by `seed`. */
  | { readonly kind: 'table'; readonly fields: object; readonly cells: number; readonly seed: number; readonly size: 0 }
  /** A valid product sheet of as many questions. */
  | { readonly kind: 'sheet'; readonly head: string; readonly questions: number; readonly size: 0 }

const repeatText = (unit: string, size: number): string => unit.repeat(Math.ceil(size / unit.length)).slice(0, size)

function createJsonValue(shape: JsonShape, size: number): string {
  const listOf = (item: string): string =>
    `[${Array(Math.floor(size / (item.length + 1)))
      .fill(item)
      .join(',')}]`
  if (shape === 'deepest') return '['.repeat(size / 2) + ']'.repeat(size / 2)
  // As many arrays and objects as the limit of 32 bytes for each allows.
  if (shape === 'deep') return listOf(`${'['.repeat(50)}"${'a'.repeat(1_520)}"${']'.repeat(50)}`)
  if (shape === 'keys')
    return `{${Array.from({ length: 9_990 }, (_, i) => `"${repeatText(`key ${i} `, size / 9_990 - 6)}":1`).join(',')}}`
  if (shape === 'numbers') return listOf('1')
  if (shape === 'objects') return listOf('{"a":1,"b":"2222222222222222222"}')
  if (shape === 'conditions') return `{"all":${listOf('{"question":1,"operator":"==","value":"2"}')}}`
  return `${'{"not":'.repeat(55)}${listOf('{"question":1,"operator":"==","value":"2"}')}${'}'.repeat(55)}`
}

function createTableCells(count: number, seed: number): readonly object[] {
  const width = Math.ceil(Math.sqrt(count))
  return Array.from({ length: count }, (_, at) => ({
    row: Math.floor(at / width),
    column: at % width,
    value: (((at + seed) % 1_000) + 0.5).toFixed(2),
  }))
}

function createBody(body: AttackBody): string | Uint8Array<ArrayBuffer> | undefined {
  const { size } = body
  if (body.kind === 'bytes') return body.bytes
  if (body.kind === 'none') return undefined
  if (body.kind === 'json') return JSON.stringify(body.value)
  if (body.kind === 'table') return JSON.stringify({ ...body.fields, cells: createTableCells(body.cells, body.seed) })
  if (body.kind === 'sheet') {
    const questions = Array.from(
      { length: body.questions },
      (_, at) => `      q${at}: { title: Q${at}, question_type: Textbox }\n`,
    )
    return `${body.head}pages:\n  - title: Questions\n    questions:\n${questions.join('')}`
  }
  if (body.kind === 'texts') {
    // A character takes up to six bytes in JSON.
    const text = repeatText(fillTexts[body.fill], Math.floor(size / body.fields.length / 2) - 20)
    return JSON.stringify(Object.fromEntries(body.fields.map((name) => [name, text])))
  }
  if (body.kind === 'value') return `{"${body.field}":${createJsonValue(body.shape, size - 100)}}`
  if (body.kind === 'cells') {
    const cells = Array.from({ length: Math.floor(size / 52) }, (_, i) => `{"row":"${i % 1_000}","column":${i},"value":"109.50"}`)
    return `{"${body.field}":[${cells.join(',')}]}`
  }
  if (body.kind === 'keys') {
    const width = Math.floor(size / body.count) - 6
    return `{${Array.from({ length: body.count }, (_, i) => `"${repeatText(`titel${i}`, width)}":""`).join(',')}}`
  }
  if (body.kind === 'pairs') return repeatText('a=%C3%A4&', size)
  if (body.kind === 'raw') return body.before + repeatText(body.fill, size - body.before.length)
  return `${repeatText(`--b\r\nContent-Disposition: form-data; name="a"${body.isFile ? '; filename=""' : ''}\r\n\r\n\r\n`, size - 10)}\r\n--b--\r\n`
}

export const describeBody = (body: AttackBody): string => (body.kind === 'bytes' ? body.name : JSON.stringify(body).slice(0, 150))

interface AttackOrder {
  readonly url: string
  readonly attacks: readonly Attack[]
}

/** Returns the status of each reply. */
async function sendAttacks({ url, attacks }: AttackOrder): Promise<readonly number[]> {
  const statuses: number[] = []
  for (const { method, path, headers, body } of attacks) {
    const reply = await fetch(url + path, { method, headers, body: createBody(body), redirect: 'manual' })
    await reply.arrayBuffer()
    statuses.push(reply.status)
  }
  return statuses
}

parentPort?.on('message', (order: AttackOrder) => {
  sendAttacks(order).then(
    (statuses) => parentPort!.postMessage({ statuses }, []),
    (error: unknown) => parentPort!.postMessage({ failure: String((error as Error).cause ?? error) }, []),
  )
})

export interface Adversary {
  /** Sends the requests sequentially and returns the status of each reply. */
  send(attacks: readonly Attack[]): Promise<readonly number[]>
  stop(): Promise<unknown>
}

export function startAdversary(url: string): Adversary {
  const worker = new Worker(new URL(import.meta.url))
  return {
    send(attacks) {
      return new Promise((resolve, reject) => {
        worker.once('message', (message: { readonly statuses?: readonly number[]; readonly failure?: string }) => {
          if (message.statuses) resolve(message.statuses)
          else reject(new Error(message.failure))
        })
        worker.postMessage({ url, attacks } satisfies AttackOrder, [])
      })
    },
    stop: () => worker.terminate(),
  }
}

/** The milliseconds of a constant amount of work. */
function timeWork(): number {
  const from = performance.now()
  let sum = 0
  for (let i = 0; i < 2_000_000; i++) sum = Math.imul(sum ^ i, 31)
  return sum === 0.5 ? 0 : performance.now() - from
}

/** Measures how much other processes slow down this one, relative to its fastest run. */
export class Calibration {
  private fastest = Infinity

  measure(): number {
    const times = Array.from({ length: 9 }, timeWork).toSorted((a, b) => a - b)
    this.fastest = Math.min(this.fastest, times[0]!)
    return times[4]! / this.fastest
  }
}
