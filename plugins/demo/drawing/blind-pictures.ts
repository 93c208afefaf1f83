// SVG layers of the roller blind: room, tube, fabric, mounting, chain or motor, and surroundings.
import { drawGradient, drawLayer, type DrawingFiles, drawRoom, drawTile } from './svg-helpers.js'

const windowView =
  drawGradient('sky', ['#8cc3ee', '#dff0fb']) +
  '<rect x="150" y="34" width="180" height="172" fill="url(#sky)"/><circle cx="292" cy="74" r="17" fill="#ffe08a"/>' +
  '<path d="M150 176q44-34 92-12t88-22v64H150z" fill="#a9cf8f"/><path d="M150 190q60-22 104-4t76-10v30H150z" fill="#7fb069"/>' +
  '<path d="M196 180v-16" stroke="#6b4f34" stroke-width="3"/><ellipse cx="196" cy="156" rx="11" ry="13" fill="#4f8a5b"/>'
const windowFrame =
  '<path d="M150 34h180v172H150zm6 6v160h166V40z" fill="#fff" fill-rule="evenodd"/><path d="M237 40h6v160h-6zM156 132h166v5H156z" fill="#fff"/>' +
  '<path d="M140 206h200v10H140z" fill="#fbfbfa"/><path d="M140 216h200v4H140z" fill="#000" fill-opacity=".14"/>'
const surroundings =
  '<path d="M352 178h20l-4 28h-12z" fill="#c96f4a"/>' +
  '<path d="M362 178c-16-10-20-26-16-40 12 8 16 22 16 40zm0 0c2-18 10-30 24-34 0 16-8 28-24 34z" fill="#4f8a5b"/><path d="M338 206h50v6h-50z" fill="#8a6a48"/><path d="M346 212h6v46h-6zm28 0h6v46h-6z" fill="#75583a"/>' +
  '<path d="M22 188q0-14 14-14h64q14 0 14 14v40H22z" fill="#5e7f9c"/><path d="M14 200q10-8 18 4v26h72v-26q8-12 18-4v44H14z" fill="#4d6c88"/><path d="M22 244h8v12h-8zm84 0h8v12h-8z" fill="#39424e"/>'
const rollerTube =
  drawGradient('tube', ['#f6f7f8', '#b9c1ca', '#8f99a5']) +
  '<rect x="150" y="37" width="180" height="13" rx="3" fill="url(#tube)"/>'
const windowScene =
  drawRoom(['#f2ede4', '#e4dccf'], ['#b88d5f', '#9a7245'], 232) + windowView + windowFrame + surroundings + rollerTube

/** Light transmission of a fabric, by the first words of its name. */
const weavePatterns = {
  Blockout: { opacity: 1, weave: '' },
  'Light Filter': { opacity: 0.88, weave: '<path d="M0 1h4" stroke="#fff" stroke-opacity=".35"/>' },
  Screen: { opacity: 0.72, weave: '<path d="M0 1h4M1 0v4" stroke="#fff" stroke-opacity=".4"/>' },
}

const fabricColours: Readonly<Record<string, readonly [string, string]>> = {
  Solitaire: ['#e4ddd0', '#c9bfae'],
  Focus: ['#8c97a5', '#6d7986'],
  'One Screen': ['#5b6068', '#44484f'],
  Tusk: ['#efe6d2', '#d8cbb0'],
  'Solar View': ['#8a7a66', '#6c5e4d'],
  Sanctuary: ['#4f6d7a', '#39525d'],
  Riviera: ['#7fa3b8', '#5f8298'],
}

function drawFabric(fabric: string, id: string, place: string): string {
  const [weave = 'Blockout', name = ''] = fabric.split(' - ')
  const [light, dark] = fabricColours[name] ?? ['#d8c7ae', '#a8927a']
  const kind = weavePatterns[weave as keyof typeof weavePatterns]
  return (
    drawGradient(id, [dark, light, light, dark], true) +
    `<pattern id="${id}-w" width="4" height="4" patternUnits="userSpaceOnUse">${kind.weave}</pattern>` +
    `<g fill-opacity="${kind.opacity}"><rect ${place} fill="url(#${id})"/></g><rect ${place} fill="url(#${id}-w)"/>`
  )
}

const drawHungFabric = (fabric: string): string =>
  `${drawFabric(fabric, 'fabric', 'x="158" y="44" width="164" height="92"')}<path d="M158 50h164v4H158z" fill="#000" fill-opacity=".12"/>` +
  '<rect x="156" y="134" width="168" height="7" rx="3" fill="#f6f7f8" stroke="#8f99a5"/>'

export const toFabricFileName = (fabric: string): string => fabric.toLowerCase().replace(/[^a-z]+/g, '-')

const fabrics = [
  'Blockout - Solitaire',
  'Blockout - Focus',
  'Screen - One Screen',
  'Light Filter - Tusk',
  'Screen - Solar View',
  'Blockout - Sanctuary',
  'Light Filter - Riviera',
]

const insideMount =
  '<path d="M150 34h180v8H150z" fill="#000" fill-opacity=".2"/><path d="M150 34h6v172h-6zM324 34h6v172h-6z" fill="#000" fill-opacity=".08"/>'
const outsideMount =
  drawGradient('outer', ['#fff', '#c4ccd5', '#98a3af']) +
  '<rect x="136" y="24" width="208" height="17" rx="4" fill="url(#outer)"/><path d="M130 20h8v26h-8zM342 20h8v26h-8z" fill="#7b8794"/>'
const drawChain = (x: number): string =>
  `<path d="M${x} 48v96a4 4 0 0 0 8 0V48" fill="none" stroke="#7b8794" stroke-width="2" stroke-dasharray="2 2"/><circle cx="${x + 4}" cy="149" r="5" fill="#fff" stroke="#7b8794" stroke-width="2"/>`
const drawBattery = (length: number): string =>
  `<rect x="${330 - length}" y="37" width="${length}" height="13" rx="3" fill="#39424e"/><circle cx="${337 - length}" cy="43.5" r="2.5" fill="#79d29b"/>`
const drawRemoteControl = (content: string): string =>
  `<rect x="396" y="112" width="26" height="58" rx="6" fill="#fff" stroke="#9aa5b1"/><path d="M409 120l5 7h-10zM409 162l5-7h-10z" fill="#39424e"/><circle cx="409" cy="141" r="4" fill="#2d6ba3"/>${content}`

const drawPriceGroupTile = (rank: number): string =>
  drawTile(
    ['#e4ddd0', '#8c97a5', '#8a7a66', '#39525d']
      .slice(0, rank)
      .map((fill, index) => {
        const turn = (index - (rank - 1) / 2) * 14
        return `<rect x="58" y="20" width="44" height="78" rx="3" fill="${fill}" stroke="#fff" stroke-width="2" transform="rotate(${turn} 80 110)"/>`
      })
      .join(''),
  )
const drawMountTile = (content: string): string =>
  drawTile(
    `<rect x="34" y="24" width="92" height="80" fill="#bfe0f6"/><path d="M34 24h92v80H34zm6 6v68h80V30z" fill="#fff" fill-rule="evenodd"/>${content}`,
  )

export const blindPictures: DrawingFiles = {
  'demo-blind.svg': drawLayer(windowScene),
  'demo-blind-whole.svg': drawLayer(windowScene, drawHungFabric('Light Filter - Riviera'), insideMount, drawChain(324)),
  ...Object.fromEntries(
    fabrics.flatMap((fabric) => [
      [`demo-blind-${toFabricFileName(fabric)}.svg`, drawLayer(drawHungFabric(fabric))],
      [
        `demo-fabric-${toFabricFileName(fabric)}.svg`,
        drawTile(drawFabric(fabric, 'swatch', 'x="12" y="12" width="136" height="96"')),
      ],
    ]),
  ),
  'demo-blind-inside.svg': drawLayer(insideMount),
  'demo-blind-outside.svg': drawLayer(outsideMount),
  'demo-blind-left.svg': drawLayer(drawChain(148)),
  'demo-blind-right.svg': drawLayer(drawChain(324)),
  'demo-blind-mains.svg': drawLayer(
    '<rect x="286" y="37" width="44" height="13" rx="3" fill="#39424e"/><path d="M332 44h14v150h44" fill="none" stroke="#5a6573" stroke-width="2.5"/><rect x="390" y="184" width="20" height="20" rx="3" fill="#fff" stroke="#9aa5b1"/>',
  ),
  'demo-blind-battery.svg': drawLayer(drawBattery(44)),
  'demo-blind-battery-strong.svg': drawLayer(drawBattery(72)),
  'demo-blind-remote.svg': drawLayer(drawRemoteControl('')),
  'demo-blind-remote-15.svg': drawLayer(
    drawRemoteControl(
      '<rect x="401" y="128" width="16" height="8" rx="1" fill="#bfe0c4"/><path d="M404 132h3m2 0h5" stroke="#39424e" stroke-width="2"/>',
    ),
  ),
  'demo-blind-charger.svg': drawLayer(
    '<rect x="436" y="206" width="20" height="20" rx="3" fill="#fff" stroke="#9aa5b1"/><rect x="440" y="210" width="12" height="14" rx="2" fill="#39424e"/><path d="M446 224v22h-40" fill="none" stroke="#39424e" stroke-width="2"/>',
  ),
  'demo-blind-hub.svg': drawLayer(
    '<rect x="168" y="197" width="40" height="9" rx="4" fill="#232a33"/><circle cx="200" cy="201.5" r="2" fill="#7cb8ff"/><path d="M180 190a11 11 0 0 1 16 0m-12 4a5 5 0 0 1 8 0" fill="none" stroke="#2d6ba3" stroke-width="2"/>',
  ),
  'demo-blind-double.svg': drawLayer(
    '<rect x="146" y="22" width="188" height="10" rx="4" fill="#b9c1ca"/><path d="M142 20h8v32h-8zM330 20h8v32h-8z" fill="#5a6573"/>',
  ),
  'demo-blind-slim.svg': drawLayer('<path d="M144 30h7v24h-7zM329 30h7v24h-7z" fill="#5a6573"/>'),
  'demo-group-1.svg': drawPriceGroupTile(1),
  'demo-group-2.svg': drawPriceGroupTile(2),
  'demo-group-3.svg': drawPriceGroupTile(3),
  'demo-group-4.svg': drawPriceGroupTile(4),
  'demo-mount-inside.svg': drawMountTile(
    '<rect x="40" y="30" width="80" height="36" fill="#d8c7ae"/><rect x="40" y="62" width="80" height="5" fill="#8f99a5"/>',
  ),
  'demo-mount-outside.svg': drawMountTile(
    '<rect x="28" y="16" width="104" height="52" fill="#d8c7ae"/><rect x="26" y="12" width="108" height="8" rx="3" fill="#8f99a5"/><rect x="26" y="64" width="108" height="6" rx="3" fill="#8f99a5"/>',
  ),
}
