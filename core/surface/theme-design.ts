// The appearance of the shop: its theme, and the contrast of its colors.
export { calculateContrast, minimumContrast, mixColors, reachContrast } from '../model/storefront/contrast.js'
export { type Theme, themeProperties, type ThemeText } from '../model/storefront/theme.js'
