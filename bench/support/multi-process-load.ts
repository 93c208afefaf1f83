// Load generator for several processes: each shopper stays with one process and repeats the same action. Reads CPU times.
import { Agent } from 'node:http'
import { pickPercentileOf, createStepSender } from './shoppers.js'
import { makePurchase, type SendStep, type PurchasableProduct } from './purchase.js'
import { readdirSync, readFileSync } from 'node:fs'

const runtimeBasePath = '/svc-api/runtime/v1'

export interface MultiProcessAction {
  readonly name: string
  /** Prepares a shopper before the measurement. */
  prepare(send: SendStep, wares: PurchasableProduct): Promise<string>
  run(send: SendStep, wares: PurchasableProduct, prepared: string, turn: number): Promise<unknown>
}

const startConfiguration = async (send: SendStep, { product, selections }: PurchasableProduct): Promise<string> => {
  const body = { product_id: product, selections }
  return (await send({ verb: 'start-configuration', method: 'POST', path: `${runtimeBasePath}/configurations`, body }))
    .configuration
}

export const multiProcessActions: readonly MultiProcessAction[] = [
  {
    name: 'selections',
    prepare: startConfiguration,
    run: (send, { selections }, configuration, turn) => {
      const [first] = selections
      const body = { selections: [{ question_id: first!.question_id, value: String(20 + (turn % 60)) }] }
      return send({
        verb: 'change-configuration',
        method: 'PATCH',
        path: `${runtimeBasePath}/configurations/${configuration}?prices=1`,
        body,
      })
    },
  },
  {
    name: 'carts',
    prepare: () => Promise.resolve(''),
    async run(send, wares) {
      const configuration = await startConfiguration(send, wares)
      const { cart } = await send({ verb: 'create-cart', method: 'POST', path: `${runtimeBasePath}/carts`, body: {} })
      const body = { configuration, quantity: 2 }
      return send({ verb: 'add-position', method: 'POST', path: `${runtimeBasePath}/carts/${cart}/positions`, body })
    },
  },
  { name: 'orders', prepare: () => Promise.resolve(''), run: (send, wares) => makePurchase(wares, send) },
]

export interface Throughput {
  readonly done: number
  /** Actions per second. */
  readonly rate: number
  /** 99th percentile of an action in milliseconds. */
  readonly p99: number
}

export async function runMultiProcessLoad(
  urls: readonly string[],
  wares: PurchasableProduct,
  action: MultiProcessAction,
  { shoppers, seconds }: { readonly shoppers: number; readonly seconds: number },
): Promise<Throughput> {
  const agent = new Agent({ keepAlive: true, maxSockets: shoppers })
  const times: number[] = []
  const all = await Promise.all(
    Array.from({ length: shoppers }, async (_, place) => {
      const send = createStepSender(urls[place % urls.length]!, agent)
      return { send, prepared: await action.prepare(send, wares) }
    }),
  )
  const startTime = performance.now()
  const until = startTime + seconds * 1_000
  await Promise.all(
    all.map(async ({ send, prepared }, place) => {
      for (let turn = place * 7; performance.now() < until; turn++) {
        const from = performance.now()
        await action.run(send, wares, prepared, turn)
        times.push(performance.now() - from)
      }
    }),
  )
  const took = (performance.now() - startTime) / 1_000
  agent.destroy()
  return { done: times.length, rate: times.length / took, p99: pickPercentileOf(times, 0.99) }
}

/** Clock ticks per second: 100 on every Linux that runs Node. */
const clockTicksPerSecond = 100

const readProcFile = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** CPU seconds so far, user and system. */
export function readCpuSeconds(pid: number): number {
  const fields = readProcFile(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / clockTicksPerSecond
}

/** The process that was started with `--port=<port>`. */
export function findProcessByPort(port: number): number {
  const processId = readdirSync('/proc').find(
    (name) => /^\d+$/.test(name) && readProcFile(`/proc/${name}/cmdline`).split('\0').includes(`--port=${port}`),
  )
  if (processId === undefined) throw new Error(`No process was started with --port=${port}.`)
  return Number(processId)
}
