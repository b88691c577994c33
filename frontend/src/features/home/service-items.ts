// What each service is made of. Titles and texts are `service.<id>.<item>.title` and `.text` in the dictionaries.

import Anvil from 'lucide-react/icons/anvil';
import Bath from 'lucide-react/icons/bath';
import BrickWall from 'lucide-react/icons/brick-wall';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import CookingPot from 'lucide-react/icons/cooking-pot';
import DoorClosed from 'lucide-react/icons/door-closed';
import Droplets from 'lucide-react/icons/droplets';
import Fence from 'lucide-react/icons/fence';
import Hammer from 'lucide-react/icons/hammer';
import House from 'lucide-react/icons/house';
import KeyRound from 'lucide-react/icons/key-round';
import PaintRoller from 'lucide-react/icons/paint-roller';
import Snowflake from 'lucide-react/icons/snowflake';
import Truck from 'lucide-react/icons/truck';
import Zap from 'lucide-react/icons/zap';
import type { ServiceId } from '../../paths';

type Item = { key: string; Icon: typeof Zap };

export const serviceItems: Record<ServiceId, Item[]> = {
  construccion: [
    { key: 'building', Icon: House },
    { key: 'facade', Icon: BrickWall },
    { key: 'outdoor', Icon: Fence },
    { key: 'blacksmith', Icon: Anvil },
    { key: 'wood', Icon: DoorClosed },
    { key: 'permit', Icon: ClipboardCheck },
  ],
  reformas: [
    { key: 'kitchen', Icon: CookingPot },
    { key: 'bathroom', Icon: Bath },
    { key: 'whole', Icon: House },
    { key: 'carpenter', Icon: Hammer },
    { key: 'painter', Icon: PaintRoller },
    { key: 'wiring', Icon: Zap },
    { key: 'climate', Icon: Droplets },
    { key: 'removals', Icon: Truck },
  ],
  urgencias: [
    { key: 'locksmith', Icon: KeyRound },
    { key: 'electrician', Icon: Zap },
    { key: 'plumber', Icon: Droplets },
    { key: 'refrigeration', Icon: Snowflake },
  ],
  tienda: [
    { key: 'locks', Icon: KeyRound },
    { key: 'power', Icon: Zap },
    { key: 'water', Icon: Droplets },
    { key: 'tools', Icon: Hammer },
  ],
};
