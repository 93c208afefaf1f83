// Shoppers order from two processes on a cluster of three nodes, behind HAProxy, while all of it is killed in turn: `npm run test:scale`.
// `SVC_SCALE_ROUNDS=10` goes round more often, `SVC_SCALE_SHOPPERS=20` sends more people. Needs Debian's galera-4 and haproxy.
import { setTimeout as sleep } from 'node:timers/promises'
import { inShop, stockShop } from '../../bench/support/purchase.js'
import { missing, startProxy, takePorts } from '../deploy/proxy.js'
import { freePort } from '../support/free-port.js'
import { type Cluster, galeraLacks, startCluster } from './galera.js'
import { disagreements, judge } from './judge.js'
import { unseenWrites } from './own-writes.js'
import { ShopProcess } from './shop-process.js'
import { createDiary, type Diary, Shopper } from './shopper.js'

const rounds = Number(process.env['SVC_SCALE_ROUNDS'] ?? 1)
const shoppers = Number(process.env['SVC_SCALE_SHOPPERS'] ?? 8)
const name = 'shop'
/** Milliseconds in which shoppers go on between two disasters, and for which something stands still. */
const [calm, pause] = [3_000, 8_000]

const begun = performance.now()
const say = (sentence: string): void =>
  console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${sentence}`)

/** Everything that is killed, once; `turn` says of which node and process it is the turn. */
async function disasters(cluster: Cluster, processes: readonly ShopProcess[], turn: number, diary: Diary): Promise<void> {
  const { nodes } = cluster
  const node = nodes[turn % nodes.length]!
  const other = nodes[(turn + 1) % nodes.length]!
  const process = processes[turn % processes.length]!
  const during = async (what: string, deed: () => Promise<void>): Promise<void> => {
    const [orders, failed] = [diary.orders.length, failures(diary)]
    say(what)
    await deed()
    await sleep(calm)
    say(`     ${diary.orders.length - orders} orders meanwhile, ${failures(diary) - failed} attempts failed`)
  }
  await during('nothing happens', async () => undefined)
  await during(`${node.name} is killed and comes back`, async () => {
    await node.stop('SIGKILL')
    await sleep(calm)
    node.start()
    await cluster.whole()
  })
  await during(`${process.name} is killed and comes back`, async () => {
    await process.stop('SIGKILL')
    await sleep(calm)
    await process.start()
  })
  await during(`${other.name} stands still for ${pause / 1000} seconds`, async () => {
    other.signal('SIGSTOP')
    await sleep(pause)
    other.signal('SIGCONT')
    await cluster.whole()
  })
  await during('all nodes and processes are restarted, one after the other', async () => {
    for (const one of nodes) {
      await one.stop()
      one.start()
      await cluster.whole()
    }
    for (const one of processes) {
      await one.stop()
      await one.start()
    }
  })
}

const failures = ({ failed }: Diary): number => [...failed.values()].reduce((sum, count) => sum + count, 0)

function report(diary: Diary): void {
  const waits = diary.waits.toSorted((a, b) => a - b)
  const longest = ((waits.at(-1) ?? 0) / 1000).toFixed(1)
  const median = ((waits[Math.floor(waits.length / 2)] ?? 0) / 1000).toFixed(1)
  const kinds = [...diary.failed].map(([kind, count]) => `${count} × ${kind}`).join(', ')
  say(`${diary.orders.length} orders by ${diary.answered} answered requests`)
  say(`${failures(diary)} attempts failed (${kinds || 'none'})`)
  say(`${waits.length} requests were sent more than once, for ${median} s in the middle and ${longest} s at most`)
}

async function whole(cluster: Cluster): Promise<readonly string[]> {
  const unseen = await unseenWrites([cluster.url(name), cluster.url(name, 1)], 300)
  const wares = await inShop(cluster.url(name), stockShop)
  const services = [await freePort(), await freePort()] as const
  const processes = services.map((port, index) => new ShopProcess(`process ${index + 1}`, cluster.url(name, index), port))
  const ports = await takePorts()
  const diary = createDiary()
  const proxy = await startProxy('haproxy', ports, services)
  let isOver = false
  try {
    for (const one of processes) await one.start()
    say(`a cluster of ${cluster.nodes.length} nodes, ${processes.length} processes, HAProxy, ${shoppers} shoppers`)
    const all = Array.from({ length: shoppers }, () => new Shopper(ports.https, wares, diary).shop(() => isOver))
    try {
      for (let turn = 0; turn < rounds && diary.faults.length < 20; turn++) await disasters(cluster, processes, turn, diary)
    } finally {
      isOver = true
      await Promise.all(all)
    }
    report(diary)
  } finally {
    await Promise.all(processes.map((one) => one.stop()))
    await proxy.stop()
    if (diary.faults.length > 0) for (const one of processes) console.log(`${one.name} said:\n${one.log()}`)
  }
  const stored = await inShop(cluster.url(name), (app) => judge(app, diary))
  const unlike = await disagreements(cluster.nodes.map(({ ports: { sql } }) => `mysql://root:@127.0.0.1:${sql}/${name}`))
  return [...unseen, ...diary.faults, ...stored, ...unlike.map((table) => `The nodes do not agree on '${table}'.`)]
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const lacking = (await galeraLacks()) ?? (missing('haproxy') === null ? null : 'apt-get install haproxy')
if (lacking !== null) console.log(`What the scale test kills is not installed, so it is skipped (Debian: ${lacking}).`)
else {
  const cluster = await startCluster(3, name)
  try {
    const faults = await whole(cluster)
    for (const fault of faults) console.log(`FAULT: ${fault}`)
    say(faults.length === 0 ? 'every acknowledged order is there once, whole and in order' : `${faults.length} faults`)
    process.exitCode = faults.length === 0 ? 0 : 1
  } finally {
    await cluster.stop()
  }
}
