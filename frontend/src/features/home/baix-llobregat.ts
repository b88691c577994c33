// The Baix Llobregat, drawn from the places of its towns: a thousand units to a degree of latitude.

export type Town = {
  name: string;
  x: number;
  y: number;
  /** On which side its name stands; 1 for the east. */
  side?: 1 | -1;
};

export const river = 'M116 -80Q114 0 100 35Q84 63 89 79Q94 95 106 112Q118 128 122 136Q126 145 136 152Q147 160 158 172Q169 183 178 198Q186 213 189 226Q192 240 203 255Q214 270 226 280Q237 290 252 302Q268 315 283 322';

export const shore = 'M104 380L118 372L130 357L156 355L201 345L246 333L277 323L310 313V380Z';

export const towns: Town[] = [
  { name: 'Abrera', x: 97, y: 99 },
  { name: 'Begues', x: 109, y: 282, side: -1 },
  { name: 'Castelldefels', x: 153, y: 336, side: -1 },
  { name: 'Castellví de Rosanes', x: 96, y: 163, side: -1 },
  { name: 'Cervelló', x: 139, y: 219, side: -1 },
  { name: 'Collbató', x: 41, y: 45 },
  { name: 'Corbera de Llobregat', x: 118, y: 197, side: -1 },
  { name: 'Cornellà de Llobregat', x: 226, y: 262 },
  { name: 'El Papiol', x: 178, y: 176 },
  { name: 'El Prat de Llobregat', x: 242, y: 290 },
  { name: 'Esparreguera', x: 73, y: 74, side: -1 },
  { name: 'Esplugues de Llobregat', x: 237, y: 238 },
  { name: 'Gavà', x: 172, y: 309, side: -1 },
  { name: 'La Palma de Cervelló', x: 145, y: 202 },
  { name: 'Martorell', x: 118, y: 141, side: -1 },
  { name: 'Molins de Rei', x: 183, y: 202 },
  { name: 'Olesa de Montserrat', x: 91, y: 70 },
  { name: 'Pallejà', x: 167, y: 191 },
  { name: 'Sant Andreu de la Barca', x: 153, y: 168 },
  { name: 'Sant Boi de Llobregat', x: 202, y: 269 },
  { name: 'Sant Climent de Llobregat', x: 169, y: 278, side: -1 },
  { name: 'Sant Esteve Sesrovires', x: 77, y: 121, side: -1 },
  { name: 'Sant Feliu de Llobregat', x: 205, y: 234 },
  { name: 'Sant Joan Despí', x: 214, y: 248 },
  { name: 'Sant Just Desvern', x: 228, y: 232 },
  { name: 'Sant Vicenç dels Horts', x: 178, y: 222 },
  { name: 'Santa Coloma de Cervelló', x: 181, y: 247 },
  { name: 'Torrelles de Llobregat', x: 156, y: 257, side: -1 },
  { name: 'Vallirana', x: 121, y: 229, side: -1 },
  { name: 'Viladecans', x: 181, y: 300 },
];
