// The roller blind at its window, and the laptop on its table.
import { layer, type Pictures } from './layer.js'

const room = '<rect width="480" height="270" fill="#eef1f5"/>'

export const blindPictures: Pictures = {
  'demo-blind.svg': layer(
    `${room}<rect x="140" y="36" width="200" height="206" fill="#bcd8ee" stroke="#fff" stroke-width="10"/>` +
      '<path d="M240 40v198M144 150h192" stroke="#fff" stroke-width="6"/><circle cx="300" cy="190" r="16" fill="#f7d774"/>' +
      '<rect x="130" y="28" width="220" height="14" rx="7" fill="#8894a4"/><path d="M138 42h204v92H138z" fill="#d8c7ae"/>' +
      '<path d="M138 134h204" stroke="#a8927a" stroke-width="6"/><path d="M344 42v120" stroke="#8894a4" stroke-width="2"/>' +
      '<circle cx="344" cy="164" r="5" fill="#8894a4"/>',
  ),
}

export const laptopPictures: Pictures = {
  'demo-laptop.svg': layer(
    `${room}<rect y="212" width="480" height="58" fill="#d9dee5"/><ellipse cx="240" cy="226" rx="180" ry="8" fill="#c3cad4"/>` +
      '<rect x="120" y="50" width="240" height="150" rx="10" fill="#39424e"/><rect x="132" y="62" width="216" height="124" fill="#12304f"/>' +
      '<path d="M132 160l60-44 44 30 52-50 60 46v44H132z" fill="#2d6ba3"/><circle cx="176" cy="92" r="12" fill="#f7d774"/>' +
      '<path d="M96 200h288l16 20a6 6 0 0 1-6 6H86a6 6 0 0 1-6-6z" fill="#5a6573"/><rect x="208" y="206" width="64" height="8" rx="4" fill="#39424e"/>',
  ),
}
