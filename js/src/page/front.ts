/** The script of all pages with Python. Their settings say of which kind they are. */
import "./game_page";
import "./lesson_page";
import "./tutorial_page";
import "../class/class_page";
import "../site/puzzles";
