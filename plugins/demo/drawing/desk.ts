// The standing desk from the front, drawn in layers that lie over each other: room and frame, top, drive, extras.
import { layer, type Pictures } from './layer.js'

const board = (fill: string, grain: string): string =>
  `<rect x="70" y="108" width="340" height="16" rx="3" fill="${fill}" stroke="${fill}" stroke-width="2"/>` +
  `<path d="M80 113h150M190 118h200M100 121h90" stroke="${grain}" stroke-width="1.5" fill="none"/>`

const motor = (x: number): string => `<rect x="${x}" y="126" width="44" height="12" rx="4" fill="#39424e"/>`

/** A top seen from above, to pick its shape by. */
const shape = (path: string): string =>
  layer(`<rect width="480" height="270" fill="#eef1f5"/><path d="${path}" fill="#c89b62" stroke="#a87c45" stroke-width="6"/>`)

export const deskPictures: Pictures = {
  'demo-desk.svg': layer(
    '<rect width="480" height="270" fill="#eef1f5"/><rect y="222" width="480" height="48" fill="#d9dee5"/>' +
      '<ellipse cx="240" cy="246" rx="190" ry="10" fill="#c3cad4"/>' +
      '<path d="M112 124h26v96h-26zM342 124h26v96h-26z" fill="#5a6573"/>' +
      '<path d="M88 220h74l6 18H82zM318 220h74l6 18h-86z" fill="#39424e"/>' +
      '<rect x="70" y="108" width="340" height="16" rx="3" fill="#f8fafc" stroke="#9aa5b1" stroke-dasharray="6 4"/>',
  ),
  'demo-desk-oak.svg': layer(board('#c89b62', '#a87c45')),
  'demo-desk-walnut.svg': layer(board('#6b4630', '#4e3120')),
  'demo-desk-bamboo.svg': layer(board('#e0c27e', '#c4a25a')),
  'demo-desk-linoleum.svg': layer(board('#5f7f79', '#5f7f79')),
  'demo-desk-corner.svg': layer(
    '<path d="M300 108h110l44 22v16l-44-22H300z" fill="#7d6b57"/><path d="M432 142h10v84h-10z" fill="#39424e"/>',
  ),
  'demo-desk-round.svg': layer(
    '<path d="M70 116a14 14 0 0 1 14-14v26a12 12 0 0 1-14-12zM410 116a14 14 0 0 0-14-14v26a12 12 0 0 0 14-12z" fill="#000" fill-opacity=".22"/>',
  ),
  'demo-desk-crank.svg': layer(
    '<path d="M410 130h22v18h12" stroke="#39424e" stroke-width="5" fill="none"/><circle cx="448" cy="148" r="6" fill="#b3261e"/>',
  ),
  'demo-desk-single.svg': layer(motor(218)),
  'demo-desk-dual.svg': layer(motor(103) + motor(333)),
  'demo-desk-memory.svg': layer(
    '<rect x="352" y="128" width="48" height="10" rx="3" fill="#10161d"/><path d="M358 133h4m6 0h4m6 0h4m6 0h4" stroke="#7cb8ff" stroke-width="3"/>',
  ),
  'demo-desk-tray.svg': layer('<path d="M170 140h140l-10 14H180z" fill="none" stroke="#39424e" stroke-width="4"/>'),
  'demo-desk-hook.svg': layer('<path d="M82 124v16a9 9 0 0 0 18 0" fill="none" stroke="#39424e" stroke-width="4"/>'),
  'demo-desk-drawer.svg': layer(
    '<rect x="196" y="125" width="88" height="22" rx="2" fill="#8894a4"/><path d="M230 136h20" stroke="#fff" stroke-width="3"/>',
  ),
  'demo-shape-straight.svg': shape('M70 80h340v110H70z'),
  'demo-shape-corner.svg': shape('M70 50h340v180H300v-80H70z'),
  'demo-shape-round.svg': shape('M130 80h220a55 55 0 0 1 0 110H130a55 55 0 0 1 0-110z'),
}
