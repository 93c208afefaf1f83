// What the advisor costs beside its vendor's time: a whole turn's own milliseconds, two hundred open streams, and the memory of each.
import type { StreamEvents } from '../core/advisor/define.js'
import { type Script, startScript } from '../core/advisor/vendor/scripted/server.js'
import { runtime } from '../plugins/runtime/index.js'
import { advise, beginTalk, json, type Shopper } from '../test/support/advised.js'
import { type ListeningApp, listenTestApp } from '../test/support/app.js'
import { authorLamp } from '../test/plugins/runtime/lamp.js'

const turns = Number(process.env['SVC_BENCH_TURNS'] ?? 100)
const streams = Number(process.env['SVC_BENCH_STREAMS'] ?? 200)

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0

const shown = (value: number): string => value.toFixed(1)

/** One turn: from the message to the stored reply, and how long the vendor took of it. */
async function turn(shopper: Shopper, text: string): Promise<number> {
  const begun = performance.now()
  await shopper.say(text)
  return performance.now() - begun
}

async function costs(app: ListeningApp, waited: () => number): Promise<void> {
  const own: number[] = []
  const calls: number[] = []
  for (let index = 0; index < turns; index++) {
    const shopper = await beginTalk(app.url)
    const before = waited()
    const took = await turn(shopper, 'A person, please')
    own.push(took - (waited() - before))
    const { turns: said } = await shopper.read()
    calls.push(said.length)
  }
  console.log(
    `A turn of two calls, vendor's time taken off: p50 ${shown(percentile(own, 0.5))} ms, p95 ${shown(percentile(own, 0.95))} ms (${turns} turns)`,
  )
}

async function memory(app: ListeningApp): Promise<void> {
  await advise(app, { baseUrl: slow!.url, model: 'scripted-stalls', key: 'k' })
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const listening: Promise<StreamEvents['reply'] | null>[] = []
  for (let index = 0; index < streams; index++) {
    const shopper = await beginTalk(app.url)
    const { turn: sent } = await json<{ readonly turn: number }>(await shopper.send('A green lamp'))
    listening.push(
      (async () => {
        let whole: StreamEvents['reply'] | null = null
        // To the end of the stream: it closes by itself.
        for await (const { event, data } of shopper.listen(`${sent}.0.0`))
          if (event === 'reply') whole = data as StreamEvents['reply']
        return whole
      })(),
    )
  }
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  globalThis.gc?.()
  const each = (process.memoryUsage().rss - before) / streams / 1_024
  const begun = performance.now()
  const answer = await fetch(`${app.url}/svc-api/runtime/v1/products`)
  await answer.arrayBuffer()
  const meanwhile = performance.now() - begun
  console.log(
    `${streams} open streams: ${shown(each)} kB each, both ends and the vendor included; a list of products meanwhile: ${shown(meanwhile)} ms`,
  )
  const outcomes = await Promise.all(listening)
  console.log(`Ended by the vendor's silence: ${outcomes.filter((one) => one?.reply?.outcome === 'failed').length} of ${streams}`)
}

let slow: Script | null = null

async function bench(): Promise<void> {
  let [asked, spent] = [0, 0]
  const script = await startScript({
    onBody: () => (asked = performance.now()),
    onAnswered: () => (spent += performance.now() - asked),
  })
  slow = await startScript()
  const hosts = [new URL(script.url).host, new URL(slow.url).host]
  const app = await listenTestApp([runtime({ conversations: 100_000, messages: 100_000 })], {
    ...{ advisorHosts: hosts, advisorSeconds: 3, advisorDayCalls: 1_000_000, advisorDayTokens: 900_000_000 },
  })
  await authorLamp(app)
  await advise(app, { baseUrl: script.url, key: 'k' })
  for (let index = 0; index < 10; index++) await turn(await beginTalk(app.url), 'A person, please')
  await costs(app, () => spent)
  await memory(app)
  await app.stop()
  script.stop()
  slow.stop()
}

if (process.argv[1]?.endsWith('advisor.js')) await bench()
