// The modules that ../locales.mjs makes of the texts in locales/.

declare module 'locales:sections' {
  type Loaded<Texts> = Promise<{ default: Texts }>;
  type Flat = () => Loaded<import('./languages').Dictionary>;
  type Sections = { shop: Flat; cart: Flat; hero: Flat; home: Flat; contact: Flat; quote: Flat; receipt: Flat; account: Flat; finding: Flat; comments: Flat; rating: Flat; wishlist: Flat; withdraw: Flat; desk: Flat } & {
    legal: () => Loaded<import('./features/legal/texts').LegalTexts>;
  };
  export const sections: Record<import('./languages').Lang, Sections>;
}

declare module 'locales:plurals' {
  const plurals: Record<string, { categories: string[]; table: string }>;
  export default plurals;
}
