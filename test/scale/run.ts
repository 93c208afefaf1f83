// Four processes behind nginx and a cluster of three nodes behind HAProxy sell while all of it is killed and upgraded: `npm run test:scale`.
// `SVC_SCALE_ROUNDS=10` goes round more often, `0` upgrades only, `SVC_SCALE_SHOPPERS=20` sends more people, `SVC_SCALE_PAUSE=20` lets a node stand still longer.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missing, startProxy, takePorts } from '../deploy/proxy.js'
import { findFreePort } from '../support/free-port.js'
import { Assistant } from './assistant.js'
import { Author, type PlaceNames } from './author.js'
import { DatabaseProxy } from './database-proxy.js'
import { answers, createDiary, type Diary, failures } from './diary.js'
import { disasters, type Scene, upgrade } from './disasters.js'
import { type Cluster, galeraLacks, startCluster } from './galera.js'
import { disagreements, judgeOrders, judgeRest } from './judge.js'
import { unseenWrites } from './own-writes.js'
import { lostMajority, upgradeDatabase } from './majority.js'
import { makeReleases } from './releases.js'
import { openShop, type ScaleShop } from './shop.js'
import { ShopProcess } from './shop-process.js'
import { Shopper } from './shopper.js'
import { Wire } from './wire.js'

const rounds = Number(process.env['SVC_SCALE_ROUNDS'] ?? 1)
const shoppers = Number(process.env['SVC_SCALE_SHOPPERS'] ?? 6)
const pause = Number(process.env['SVC_SCALE_PAUSE'] ?? 8) * 1_000
const [authors, assistants] = [2, 2]
const name = 'shop'
/** After so many faults nobody learns anything from more of them. */
const enough = 20

const begun = performance.now()
const say = (sentence: string): void =>
  console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${sentence}`)

function report(diary: Diary): void {
  const waits = diary.waits.toSorted((a, b) => a - b)
  const longest = ((waits.at(-1) ?? 0) / 1000).toFixed(1)
  const median = ((waits[Math.floor(waits.length / 2)] ?? 0) / 1000).toFixed(1)
  const callers = [...diary.answered].map(([caller, count]) => `${count} of ${caller}`).join(', ')
  const kinds = [...diary.failed].map(([kind, count]) => `${count} × ${kind}`).join(', ')
  say(
    `${diary.orders.length} orders, ${diary.carts.size} carts left, ${diary.records.size} products, ${diary.prices.length} prices`,
  )
  say(`${answers(diary)} answered requests: ${callers}`)
  say(`${diary.refusedPrices} orders were refused because the price was another one, and confirmed anew`)
  say(`${failures(diary)} attempts failed (${kinds || 'none'})`)
  say(`${waits.length} requests were sent more than once, for ${median} s in the middle and ${longest} s at most`)
}

/** Lets all callers at the shop until the deed is done and each has ended what he began. */
async function withCallers(
  port: number,
  shop: ScaleShop,
  diary: Diary,
  names: PlaceNames,
  deed: () => Promise<void>,
): Promise<void> {
  let isOver = false
  const over = (): boolean => isOver
  const each = <T>(count: number, make: (place: number) => T): T[] => Array.from({ length: count }, (_, place) => make(place + 1))
  const all = [
    ...each(shoppers, () => new Shopper(port, shop, diary).buy(over)),
    ...each(authors, (place) => new Author(port, shop, diary, `author${place}`).writeProducts(over, names)),
    ...each(assistants, (place) => new Assistant(port, shop, diary, `assistant${place}`, place % 2 === 0).assist(over)),
    new Author(port, shop, diary, 'prices').changePrices(over),
  ]
  try {
    await deed()
  } finally {
    isOver = true
    await Promise.all(all)
  }
}

/** What everybody has said, for whoever looks for the cause of a fault. */
function tellAll(cluster: Cluster, proxy: DatabaseProxy, processes: readonly ShopProcess[], { doubts }: Diary): void {
  for (const one of processes) console.log(`${one.name} said:\n${one.log()}`)
  console.log(`HAProxy said:\n${proxy.turns()}`)
  for (const node of cluster.nodes) console.log(`${node.name} said:\n${node.transfers()}\nand in the end:\n${node.log()}`)
  console.log(`Calls without an answer:\n${doubts.join('\n')}`)
}

async function whole(cluster: Cluster, folder: string): Promise<readonly string[]> {
  const unseen = await unseenWrites([cluster.url(name), cluster.url(name, 1)], 300)
  const releases = makeReleases(folder)
  const proxy = await DatabaseProxy.start(cluster.nodes.map(({ ports }) => ports.sql))
  const database = `mysql://root:@127.0.0.1:${proxy.port}/${name}`
  const services = [await findFreePort(), await findFreePort(), await findFreePort(), await findFreePort()] as const
  const processes = services.map((port, index) => new ShopProcess(`process ${index + 1}`, database, port))
  const ports = await takePorts()
  const diary = createDiary()
  const faults: string[] = [...unseen]
  let isSound = false
  try {
    const shop = await openShop(database)
    const front = await startProxy('nginx', ports, services)
    try {
      for (const one of processes) await one.start(releases.present.program)
      say(`${processes.length} processes behind nginx, ${cluster.nodes.length} nodes behind HAProxy`)
      say(`${shoppers} shoppers, ${authors + 1} authors, ${assistants} assistants`)
      const place: PlaceNames = { write: ['shelf'], read: 'shelf' }
      const scene: Scene = { cluster, proxy, processes, releases, place, diary, pause, say }
      await withCallers(ports.https, shop, diary, place, async () => {
        for (let turn = 0; turn < rounds && diary.faults.length < enough; turn++) await disasters(scene, turn)
        if (rounds > 0) await lostMajority(scene)
        await upgradeDatabase(scene)
        await upgrade(scene)
      })
      report(diary)
      const wire = new Wire(ports.https, diary, 'the judge', shop.token)
      faults.push(...diary.faults, ...(await judgeRest(wire, diary, shop.wares.product)))
      wire.close()
    } finally {
      await Promise.all(processes.map((one) => one.stop()))
      await front.stop()
    }
    faults.push(...(await judgeOrders(database, diary)))
    const unlike = await disagreements(cluster.nodes.map(({ ports: { sql } }) => `mysql://root:@127.0.0.1:${sql}/${name}`))
    faults.push(...unlike.map((table) => `The nodes do not agree on '${table}'.`))
    isSound = faults.length === 0
    return faults
  } finally {
    if (!isSound) tellAll(cluster, proxy, processes, diary)
    await proxy.stop()
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const lacking =
  (await galeraLacks()) ??
  (missing('haproxy') === null ? null : 'apt-get install haproxy') ??
  (missing('nginx') === null ? null : 'apt-get install nginx-light')
if (lacking !== null) console.log(`What the scale test kills is not installed, so it is skipped (Debian: ${lacking}).`)
else {
  const folder = mkdtempSync(join(tmpdir(), 'svc-scale-'))
  const cluster = await startCluster(3, name)
  try {
    const faults = await whole(cluster, folder)
    for (const fault of faults) console.log(`FAULT: ${fault}`)
    say(faults.length === 0 ? 'all that was acknowledged is there once, whole and in order' : `${faults.length} faults`)
    process.exitCode = faults.length === 0 ? 0 : 1
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
