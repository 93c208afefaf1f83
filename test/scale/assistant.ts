// An assistant that calls tools over HTTP. It repeats a call without a response with the same key, or checks whether it was executed.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { accuse, count, dated, type Diary, keep } from './diary.js'
import type { ScaleShop } from './shop.js'
import { Unknown, Wire } from './wire.js'

const rest = 300
const changes = 2
/** Milliseconds after which the assistant gives up. */
const patience = 120_000

interface Reply {
  readonly result?: {
    readonly isError?: boolean
    readonly content: readonly { readonly text: string }[]
    readonly structuredContent?: Readonly<Record<string, unknown>>
  }
}
type Fields = Readonly<Record<string, unknown>>

export class Assistant {
  private readonly wire: Wire

  constructor(
    port: number,
    private readonly shop: ScaleShop,
    private readonly diary: Diary,
    private readonly name: string,
    /** Whether calls have an Idempotency-Key. */
    private readonly isKeyed: boolean,
  ) {
    this.wire = new Wire(port, diary, 'assistants', shop.token)
  }

  async assist(isOver: () => boolean): Promise<void> {
    for (let turn = 1; !isOver(); turn++) {
      try {
        await this.write(turn)
      } catch (error) {
        accuse(this.diary, error)
      }
      await sleep(rest * (0.5 + Math.random()))
    }
    this.wire.close()
  }

  private async write(turn: number): Promise<void> {
    const sku = `${this.name}-${turn}`
    const entity = 'product'
    const texts = { title_en_GB: sku, title_de_DE: sku }
    const fields = { sku, baseprice: turn, ...texts, tax_class_id: this.shop.taxClass }
    const key = this.newKey()
    const id = await this.insist(
      () => this.call('svc_create_entity', { entity, fields }, key).then((created) => Number(created['id'])),
      () => (this.isKeyed ? Promise.resolve(null) : this.found(sku)),
    )
    keep(this.diary, { entity, id, by: this.name, fields: { sku, baseprice: turn } })
    for (let step = 1; step <= changes; step++) {
      const changed = { baseprice: turn + step * 1_000 }
      const changeKey = this.newKey()
      // This update is idempotent.
      await this.insist(
        () => this.call('svc_update_entity', { entity, id, fields: changed }, changeKey).then(() => true),
        () => Promise.resolve(null),
      )
      keep(this.diary, { entity, id, by: this.name, fields: changed })
    }
  }

  /** The id of the record if it was stored. */
  private async found(sku: string): Promise<number | null> {
    const listed = await this.insist(
      () => this.call('svc_list_entities', { entity: 'product', filters: { sku } }, null),
      () => Promise.resolve(null),
    )
    const [row] = (listed['records'] ?? []) as readonly { readonly id: number }[]
    return row?.id ?? null
  }

  /**
   * Repeats the call until it has a response. After an attempt without a response, it first checks whether the call was executed, if
   * possible.
   */
  private async insist<T>(action: () => Promise<T>, readResult: () => Promise<T | null>): Promise<T> {
    const started = performance.now()
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await action()
        if (attempt > 1) this.diary.waits.push(performance.now() - started)
        return result
      } catch (error) {
        if (!(error instanceof Unknown) || performance.now() - started > patience) throw error
        this.diary.doubts.push(dated(`${this.name}, attempt ${attempt}: ${error.message.slice(0, 200)}`))
      }
      await sleep(Math.min(2_000, 200 * attempt))
      const result = await readResult()
      if (result !== null) return result
    }
  }

  private newKey(): string | null {
    return this.isKeyed ? randomUUID() : null
  }

  private async call(name: string, input: Fields, key: string | null): Promise<Fields> {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }
    const { data } = await this.wire.call<Reply>('POST', '/svc-api/mcp', { body, key, once: true })
    const { result } = data
    if (result?.isError !== true && result?.structuredContent) return result.structuredContent
    const prose = result?.content.map(({ text }) => text).join(' ') ?? JSON.stringify(data)
    // A NOT_READY error of a tool is only recognizable by its text.
    if (!/[Tt]ry again shortly|Look whether it was stored|still running/.test(prose))
      throw new Error(`${name} answered: ${prose.slice(0, 300)}`)
    count(this.diary.failed, 'a tool that is not ready')
    throw new Unknown(prose)
  }
}
