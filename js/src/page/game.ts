/** The script of a page that shares a game. */
import editor from "../editor";
import { openPage } from "../page";
import { bring } from "../parts";
import pens from "../pens";
import picture from "../picture";

bring({ editor, pens, picture });
void openPage();
