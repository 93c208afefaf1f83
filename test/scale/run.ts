// Scale test: four processes behind nginx and three nodes behind HAProxy sell while they are killed and upgraded: `npm run test:scale`.
// Settings: `SVC_SCALE_ROUNDS=10` for more rounds, `0` for upgrades only, `SVC_SCALE_SHOPPERS=20` for more shoppers, `SVC_SCALE_PAUSE=20`
// for longer pauses.
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
import { disagreements, judgeOrders, judgeRest } from './verify.js'
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
/** The test stops after this number of faults. */
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
    `${diary.orders.length} orders, ${diary.carts.size} unordered carts, ${diary.records.size} products, ${diary.prices.length} prices`,
  )
  say(`${answers(diary)} answered requests: ${callers}`)
  say(`${diary.refusedPrices} orders were rejected for a changed price and confirmed again`)
  say(`${failures(diary)} attempts failed (${kinds || 'none'})`)
  say(`${waits.length} requests were repeated, for ${median} s (median) and ${longest} s at most`)
}

/** Runs all callers until the work is done and each caller has finished its current task. */
async function withCallers(
  port: number,
  shop: ScaleShop,
  diary: Diary,
  names: PlaceNames,
  action: () => Promise<void>,
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
    await action()
  } finally {
    isOver = true
    await Promise.all(all)
  }
}

/** Prints all logs, to find the cause of a fault. */
function tellAll(cluster: Cluster, proxy: DatabaseProxy, processes: readonly ShopProcess[], { doubts }: Diary): void {
  for (const shopProcess of processes) console.log(`Log of ${shopProcess.name}:\n${shopProcess.log()}`)
  console.log(`Log of HAProxy:\n${proxy.turns()}`)
  for (const node of cluster.nodes) console.log(`Transfers of ${node.name}:\n${node.transfers()}\nEnd of its log:\n${node.log()}`)
  console.log(`Calls without a response:\n${doubts.join('\n')}`)
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
      for (const shopProcess of processes) await shopProcess.start(releases.present.program)
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
      await Promise.all(processes.map((service) => service.stop()))
      await front.stop()
    }
    faults.push(...(await judgeOrders(database, diary)))
    const unlike = await disagreements(cluster.nodes.map(({ ports: { sql } }) => `mysql://root:@127.0.0.1:${sql}/${name}`))
    faults.push(...unlike.map((table) => `The nodes have different data in '${table}'.`))
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
if (lacking !== null) console.log(`The scale test is skipped because programs are missing (Debian: ${lacking}).`)
else {
  const folder = mkdtempSync(join(tmpdir(), 'svc-scale-'))
  const cluster = await startCluster(3, name)
  try {
    const faults = await whole(cluster, folder)
    for (const fault of faults) console.log(`FAULT: ${fault}`)
    say(faults.length === 0 ? 'all acknowledged writes are stored once and completely' : `${faults.length} faults`)
    process.exitCode = faults.length === 0 ? 0 : 1
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
